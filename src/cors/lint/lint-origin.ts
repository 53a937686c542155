import { kindOf, show } from '../../errors/shown-value.ts';
import type { OriginFault, OriginFix } from '../origin-fault.ts';
import { parseOriginText } from '../origin-text.ts';
import { isExpression, snapshot } from '../snapshot.ts';
import { lintExpression } from './expression.ts';
import { lintElementsTogether } from './list.ts';
import { lintString, showFix } from './string.ts';

// Faults of an `origin` of the wrong type and of empty elements; passes others on to string.ts,
// expression.ts, list.ts.

/**
 * Everything that is wrong or doubtful in an `origin` setting. Errors keep a policy from being
 * created; warnings are about settings that work, but hardly as meant. Never throws.
 */
export function lintOrigin(setting: unknown): readonly OriginFault[] {
  if (typeof setting === 'boolean' || typeof setting === 'function') return [];
  const copy = snapshot(setting);
  return Array.isArray(copy) ? lintList(copy) : lintElement(copy, 'origin', 'bad-type');
}

function lintElement(element: unknown, where: string, badType: string): OriginFault[] {
  if (typeof element === 'string') return lintString(element, where, sound);
  if (isExpression(element)) return lintExpression(element, where);
  return [typeError(element, where, badType)];
}

/** The fix to offer: the proposed one if it lints clean, otherwise the linter's own fix for it. */
function sound(fix: OriginFix): OriginFix | undefined {
  if (typeof fix === 'boolean') return fix;
  const elements = [fix].flat().map(soundElement);
  if (elements.some((each) => each === undefined)) return undefined;
  const known = elements.flatMap((each) => each ?? []);
  if (typeof fix === 'string' && known.length === 1) return known[0];
  return lintElementsTogether(known).length === 0 ? known : undefined;
}

function soundElement(text: string): string | readonly string[] | undefined {
  if (!text.startsWith('/')) return lintString(text, '').length === 0 ? text : undefined;
  const written = parseOriginText(text);
  if (!('setting' in written) || !isExpression(written.setting)) return undefined;
  const faults = lintExpression(written.setting, '');
  if (faults.length === 0) return text;
  const better = faults.find((fault) => fault.fix !== undefined)?.fix;
  return typeof better === 'boolean' ? undefined : better;
}

function lintList(elements: readonly unknown[]): OriginFault[] {
  const faults = elements.flatMap((element, place) =>
    typeof element === 'string' && element.trim() === ''
      ? [emptyElement(element, `origin[${place}]`, elements)]
      : lintElement(element, `origin[${place}]`, 'bad-entry-type'),
  );
  return [...faults, ...lintElementsTogether(elements)];
}

/** An empty element of a list is usually the result of an extra comma. */
function emptyElement(text: string, where: string, all: readonly unknown[]): OriginFault {
  const reason = 'it is empty, and allows nobody';
  const others = all.filter((each) => typeof each !== 'string' || each.trim() !== '');
  // What is neither may have no text at all.
  const areTexts = others.every((each) => typeof each === 'string' || isExpression(each));
  const fix = areTexts && others.length > 0 ? sound(others.map(String)) : undefined;
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
  const reason = `it is ${kindOf(value)}`;
  const message =
    code === 'bad-type'
      ? `Cannot use origin ${show(value)}: ${reason}. Use ${allowed}.`
      : `Cannot use ${where} ${show(value)}: ${reason}. A list holds ${allowed}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
