import { kindOf, show } from '../../errors/shown-value.ts';
import type { OriginFault, OriginFix } from '../origin-fault.ts';
import { parseOriginText } from '../origin-text.ts';
import { isExpression, snapshot } from '../snapshot.ts';
import { readTrust } from '../trust.ts';
import { lintExpression } from './expression.ts';
import { lintElementsTogether } from './list.ts';
import { faultOfOpening, type LintContext, showFix } from './opening-faults.ts';
import { closedFix, findOpenings } from './openings.ts';
import { lintString } from './string.ts';

// Faults of an `origin` of the wrong type and of empty elements; passes others on to string.ts,
// expression.ts, list.ts.

/**
 * Everything that is wrong or doubtful in an `origin` setting without credentials. Errors keep a
 * policy from being created; warnings are about settings that work, but probably not as meant. Never
 * throws.
 *
 * @param trust the option of that name
 */
export function lintOrigin(setting: unknown, trust?: unknown): readonly OriginFault[] {
  return lintSetting(setting, { credentials: false, trust: readTrust(trust) });
}

/** The same for the setting of a policy. With credentials, what is not proved closed is an error. */
export function lintSetting(setting: unknown, context: LintContext): OriginFault[] {
  if (typeof setting === 'boolean') return lintOpenings(setting, 'origin', context);
  if (typeof setting === 'function') return context.credentials ? [FUNCTION_NOT_PROVED] : [];
  const copy = snapshot(setting);
  const faults = Array.isArray(copy)
    ? lintList(copy, context)
    : lintElement(copy, 'origin', 'bad-type', context);
  // Two elements that let in everybody are one mistake of the credentials.
  const ofCredentials = faults.filter(({ where }) => where === 'credentials');
  return [
    ...faults.filter(({ where }) => where !== 'credentials'),
    ...new Map(ofCredentials.map((each) => [each.code, each])).values(),
  ];
}

const NOT_PROVED_REASON =
  'each of its answers is judged when it decides, and one that could not be configured grants nothing';

const FUNCTION_NOT_PROVED: OriginFault = {
  severity: 'warning',
  code: 'function-not-proved',
  where: 'origin',
  value: 'a function',
  reason: NOT_PROVED_REASON,
  message: `The origin function is not proved: ${NOT_PROVED_REASON}. Log what it allows, or use a list.`,
};

function lintElement(
  element: unknown,
  where: string,
  badType: string,
  context: LintContext,
): OriginFault[] {
  if (isExpression(element)) return lintExpression(element, where, context);
  if (typeof element !== 'string') return [typeError(element, where, badType)];
  const faults = lintString(element, where, (fix) => soundFix(fix, context));
  return [...faults, ...lintOpenings(element, where, context)];
}

/** Whom a text lets in without naming him. */
function lintOpenings(element: string | boolean, where: string, context: LintContext) {
  return findOpenings(element, context.trust).flatMap(
    (opening) => faultOfOpening(opening, element, where, context) ?? [],
  );
}

/** The fix to offer: the proposed one if it lints clean, otherwise the linter's own fix for it. */
function soundFix(fix: OriginFix, { credentials, trust }: LintContext): OriginFix | undefined {
  const sound = typeof fix === 'boolean' ? fix : soundList(fix, { credentials: false, trust });
  return credentials ? closedFix(sound, trust) : sound;
}

function soundList(fix: string | readonly string[], context: LintContext): OriginFix | undefined {
  const elements = [fix].flat().map((each) => soundElement(each, context));
  if (elements.some((each) => each === undefined)) return undefined;
  const known = elements.flatMap((each) => each ?? []);
  if (typeof fix === 'string' && known.length === 1) return known[0];
  return lintElementsTogether(known).length === 0 ? known : undefined;
}

function soundElement(text: string, context: LintContext): string | readonly string[] | undefined {
  const written = text.startsWith('/') ? parseOriginText(text) : { setting: text };
  if (!('setting' in written)) return undefined;
  const { setting } = written;
  const faults = isExpression(setting)
    ? lintExpression(setting, '', context)
    : [...lintString(text, ''), ...lintOpenings(text, '', context)];
  if (faults.length === 0) return text;
  const better = isExpression(setting)
    ? faults.find((fault) => fault.fix !== undefined)?.fix
    : undefined;
  return typeof better === 'boolean' ? undefined : better;
}

function lintList(elements: readonly unknown[], context: LintContext): OriginFault[] {
  const faults = elements.flatMap((element, place) =>
    typeof element === 'string' && element.trim() === ''
      ? [emptyElement(element, `origin[${place}]`, elements, context)]
      : lintElement(element, `origin[${place}]`, 'bad-entry-type', context),
  );
  return [...faults, ...lintElementsTogether(elements)];
}

/** An empty element of a list is usually the result of an extra comma. */
function emptyElement(
  text: string,
  where: string,
  all: readonly unknown[],
  context: LintContext,
): OriginFault {
  const reason = 'it is empty, and allows nobody';
  const others = all.filter((each) => typeof each !== 'string' || each.trim() !== '');
  // What is neither may have no text at all.
  const areTexts = others.every((each) => typeof each === 'string' || isExpression(each));
  const fix = areTexts && others.length > 0 ? soundFix(others.map(String), context) : undefined;
  const way = fix === undefined ? '' : `: ${showFix(fix)}`;
  const message = `Cannot use ${where} ${show(text)}: ${reason}. Remove it, or an extra comma${way}.`;
  const fault = { severity: 'error', code: 'empty', where, value: show(text), reason } as const;
  return { ...fault, message, ...(fix !== undefined && { fix }) };
}

function typeError(value: unknown, where: string, code: string): OriginFault {
  const allowed =
    code === 'bad-type'
      ? 'true, false, a string, a regular expression, an array of the last two, or a function'
      : 'strings and regular expressions';
  const reason =
    value === undefined
      ? 'it is undefined: an environment variable is unset, or a name is misspelled'
      : `it is ${kindOf(value)}`;
  const message =
    code === 'bad-type'
      ? `Cannot use origin ${show(value)}: ${reason}. Use ${allowed}.`
      : `Cannot use ${where} ${show(value)}: ${reason}. A list holds ${allowed}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
