import { remember } from '../../cache/bounded-map.ts';
import { kindOf, show } from '../../errors/shown-value.ts';
import { matcherOf } from '../automata/matcher.ts';
import { makeFault, type OriginFault, type OriginFix, showFix } from '../origin-fault.ts';
import { patternsOver } from '../origin-setting.ts';
import { isSerializedOrigin, parseSerializedOrigin } from '../serialized-origin.ts';
import { isExpression, snapshot } from '../snapshot.ts';
import { showTrustSetting } from '../trust.ts';
import { lintExpression } from './expression.ts';
import { lintString, type Offer } from './lint-string.ts';
import { faultsOfOpenings } from './opening-faults.ts';
import { allowedFix, findOpenings, isClosed, type LintContext, settingOf } from './openings.ts';

// Finds the faults in an `origin`: wrong types, empty elements, duplicates. Strings and expressions
// are checked in their own files. This file also verifies that the fix of a string lints clean.

/**
 * Lints the `origin` of a policy. With credentials, a setting that is not proved closed is an
 * error, and a function is a warning.
 */
export function lintSetting(setting: unknown, context: LintContext): OriginFault[] {
  if (typeof setting === 'boolean') return faultsOfOpenings(setting, 'origin', context);
  if (typeof setting === 'function') return context.credentials ? [functionNotProved(setting)] : [];
  const copy = snapshot(setting);
  const faults = Array.isArray(copy)
    ? lintList(copy, context)
    : lintElement(copy, 'origin', context);
  // A fault of `credentials` is reported only once, even if several elements cause it.
  const ofCredentials = faults.filter(({ where }) => where === 'credentials');
  return [
    ...faults.filter(({ where }) => where !== 'credentials'),
    ...new Map(ofCredentials.map((each) => [each.code, each])).values(),
  ];
}

function functionNotProved(value: unknown): OriginFault {
  const start = 'The origin function cannot be proved safe';
  const reason =
    'each answer is checked at run time, and grants nothing if it would not be valid as a setting';
  const hint = 'Log what it allows, or use a list';
  const base = { severity: 'warning', code: 'function-not-proved', where: 'origin' } as const;
  return makeFault({ ...base, value, start, reason, hint });
}

function lintElement(element: unknown, where: string, context: LintContext): OriginFault[] {
  if (isExpression(element)) return lintExpression(element, where, context);
  if (typeof element !== 'string') return [typeError(element, where)];
  const faults = lintString(element, where, (fix) => validFix(fix, context));
  return [...faults, ...faultsOfOpenings(element, where, context)];
}

/**
 * Decides which fix to offer: the proposed one if it lints clean, else the linter's own fix for it,
 * else the proposed one with the `trust` that it requires.
 */
function validFix(fix: OriginFix, context: LintContext): Offer {
  if (typeof fix === 'boolean') return { fix: allowedFix(fix, context) };
  const { trust } = context;
  const valid = allowedFix(validList(fix, { ...context, credentials: false }), context);
  if (valid !== undefined) return { fix: valid };
  const openings = [fix].flat().flatMap((text) => findOpenings(settingOf(text), trust));
  const allToTrust = openings.map(({ toTrust = [], needsHttps }) => (needsHttps ? [] : toTrust));
  const trusting = { credentials: false, trust: trust.concat(...allToTrust) };
  const isLifted = allToTrust.every(({ length }) => length > 0);
  if (!isLifted || validList(fix, trusting) === undefined) return {};
  const whom = openings.some(({ kind }) => kind === 'suffix') ? 'everybody there' : 'that network';
  return {
    hint: `If you trust ${whom}, use ${showFix(fix)} with ${showTrustSetting(trust, allToTrust.flat())}`,
  };
}

function validList(fix: string | readonly string[], context: LintContext): OriginFix | undefined {
  const elements = [fix].flat().map((text) => validElement(text, context));
  if (elements.includes(undefined)) return undefined;
  const known = elements.flatMap((each) => each ?? []);
  if (typeof fix === 'string' && known.length === 1) return known[0];
  return lintElementsTogether(known, context).length === 0 ? known : undefined;
}

function validElement(text: string, context: LintContext): string | readonly string[] | undefined {
  const setting = settingOf(text);
  if (setting === undefined) return undefined;
  const faults = isExpression(setting)
    ? lintExpression(setting, '', context)
    : [...lintString(text, '', () => ({})), ...faultsOfOpenings(text, '', context)];
  if (faults.length === 0) return text;
  const better = faults.find(({ fix }) => fix !== undefined)?.fix;
  return typeof better === 'boolean' ? undefined : better;
}

function lintList(elements: readonly unknown[], context: LintContext): OriginFault[] {
  const faults = elements.flatMap((element, place) =>
    typeof element === 'string' && element.trim() === ''
      ? [emptyElement(element, `origin[${place}]`, elements, context)]
      : lintElement(element, `origin[${place}]`, context),
  );
  return [...faults, ...lintElementsTogether(elements, context)];
}

/** Reports an empty element of a list, usually the result of an extra comma. */
function emptyElement(text: string, where: string, all: readonly unknown[], context: LintContext) {
  const reason = 'it is empty, and allows nobody';
  const others = all.filter((each) => typeof each !== 'string' || each.trim() !== '');
  // Values of other types cannot always be converted to text.
  const areTexts = others.every((each) => typeof each === 'string' || isExpression(each));
  const fix = areTexts && others.length > 0 ? validFix(others.map(String), context).fix : undefined;
  const hint = `Remove it, or an extra comma${fix === undefined ? '' : `: ${showFix(fix)}`}`;
  const start = `Cannot use ${where} ${show(text)}`;
  return makeFault({ code: 'empty', where, value: text, start, reason, hint, fix });
}

function typeError(value: unknown, where: string): OriginFault {
  const code = where === 'origin' ? 'bad-type' : 'bad-entry-type';
  const reason =
    value === undefined
      ? 'it is undefined: an environment variable is unset, or a name is misspelled'
      : `it is ${kindOf(value)}`;
  const start = `Cannot use ${where} ${show(value)}`;
  const hint =
    code === 'bad-type'
      ? 'Use true, false, a string, a regular expression, an array of the last two, or a function'
      : 'A list holds strings and regular expressions';
  return makeFault({ code, where, value, start, reason, hint });
}

/**
 * Reports probable mistakes in a list as a whole: duplicates, and elements that make others
 * redundant.
 */
function lintElementsTogether(elements: readonly unknown[], context: LintContext): OriginFault[] {
  if (elements.length === 0) return [EMPTY_LIST];
  const places = new Map<string, number>();
  const texts = new Set(elements);
  // An expression that lets in strangers must be removed, so it makes no other element redundant.
  const kept = elements.filter(isExpression).filter((each) => isClosed(each, context.trust));
  const coverOf = (origin: string): unknown =>
    patternsOver(parseSerializedOrigin(origin)).find((pattern) => texts.has(pattern)) ??
    kept.find((each) => matcherOf(each).matches(origin));
  return [
    ...lintWildcard(elements, context),
    ...elements.flatMap((element, place) => {
      if (typeof element !== 'string' && !isExpression(element)) return [];
      // Quotes distinguish a string from an expression with the same characters.
      const key = typeof element === 'string' ? JSON.stringify(element) : String(element);
      const first = remember(places, key, () => place);
      const base = { severity: 'warning', where: `origin[${place}]`, value: element } as const;
      if (first !== place) {
        const start = `Origin ${show(element)} is in the list twice`;
        const reason = `it is the same as origin[${first}]`;
        const code = 'duplicate-entry';
        return [makeFault({ ...base, code, start, reason, hint: 'Remove one of them' })];
      }
      const isOrigin = typeof element === 'string' && isSerializedOrigin(element);
      const cover = isOrigin ? coverOf(element) : undefined;
      if (cover === undefined) return [];
      const start = `Origin ${show(element)} adds nothing to the list`;
      const reason = `${show(cover)} already allows it`;
      const hint = 'Remove it, or make the pattern narrower';
      return [makeFault({ ...base, code: 'moot-entry', start, reason, hint })];
    }),
  ];
}

const EMPTY_LIST: OriginFault = makeFault({
  severity: 'warning',
  code: 'empty-list',
  where: 'origin',
  value: [],
  start: 'Origin [] allows nobody',
  reason: 'the list is empty',
  hint: 'Use false to turn CORS off',
  fix: false,
});

function lintWildcard(elements: readonly unknown[], context: LintContext): OriginFault[] {
  const place = elements.indexOf('*');
  if (place < 0) return [];
  const isAlone = elements.length === 1;
  const start = 'Origin "*" is in a list';
  const reason = `it allows everyone, ${isAlone ? 'which is clearer without the list' : 'so the rest of the list has no effect'}`;
  const code = isAlone ? 'wildcard-in-list' : 'wildcard-makes-rest-moot';
  const base = { severity: 'warning', code, where: `origin[${place}]`, value: '*' } as const;
  const fix = allowedFix('*', context);
  const hint = fix === undefined ? 'Remove it' : 'Use "*" alone, or remove it';
  return [makeFault({ ...base, start, reason, hint, fix })];
}
