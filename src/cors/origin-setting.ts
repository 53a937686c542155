import { types } from 'node:util';
import type { OriginFault } from './origin-fault.ts';
import type { OriginFunction } from './origin-function.ts';
import { copyPattern, createTimedMatcher, matchesPattern } from './origin-pattern.ts';
import { isSerialisedOrigin } from './serialised-origin.ts';

/**
 * Which origins may read the answers.
 *
 * - `true`: every origin; the one that asks is sent back. `false`: no CORS at all.
 * - a string: that origin alone, compared byte for byte. `"*"`: everyone.
 * - a regular expression: the origins it matches, tested as written: anchor it with `^` and `$`.
 * - an array of strings and regular expressions: the origins that any of them allows.
 * - a function: see {@link OriginFunction}.
 */
export type OriginSetting =
  | boolean
  | string
  | RegExp
  | readonly (string | RegExp)[]
  | OriginFunction;

/** A setting made ready to be asked: copied, so that later changes to the original do nothing. */
export type CompiledOrigin =
  | { readonly form: 'off' }
  | { readonly form: 'reflect' }
  | { readonly form: 'function'; readonly ask: OriginFunction }
  | {
      readonly form: 'elements';
      /** Place of the element `"*"`, or −1. */
      readonly wildcard: number;
      /** Origin → place of its (first) element. */
      readonly exact: ReadonlyMap<string, number>;
      readonly patterns: readonly PlacedPattern[];
    };

interface PlacedPattern {
  readonly place: number;
  readonly matches: (origin: string) => boolean;
}

/**
 * A copy of a setting that its giver cannot reach: arrays and regular expressions are copied, those
 * of another realm become ours. Values of a wrong type stay as they are, for the linter to name.
 */
export function snapshot(setting: unknown): unknown {
  // Array.from also gives a hole in a sparse array a name: undefined, which the linter refuses.
  if (Array.isArray(setting)) return Array.from(setting, copyElement);
  return copyElement(setting);
}

function copyElement(element: unknown): unknown {
  return types.isRegExp(element) ? copyPattern(element) : element;
}

/**
 * Makes a setting ready to be asked; `undefined` where it, or an element of it, has a wrong type,
 * so that nothing unknown can ever be taken for consent. Whether its strings are origins is the
 * linter's to say: one that is none simply never matches. An expression that its `faults` call
 * catastrophic is asked under a time limit.
 */
export function compileOrigin(
  setting: unknown,
  faults: readonly OriginFault[] = [],
): CompiledOrigin | undefined {
  if (setting === true) return { form: 'reflect' };
  if (setting === false) return { form: 'off' };
  if (isOriginFunction(setting)) return { form: 'function', ask: setting };
  const slow = new Set(
    faults.filter(({ code }) => code === 'regexp-catastrophic').map(({ where }) => where),
  );
  return Array.isArray(setting)
    ? compileElements(setting, (place) => slow.has(`origin[${place}]`))
    : compileElements([setting], () => slow.has('origin'));
}

function compileElements(
  elements: readonly unknown[],
  isSlow: (place: number) => boolean,
): CompiledOrigin | undefined {
  const exact = new Map<string, number>();
  const patterns: PlacedPattern[] = [];
  for (const [place, element] of elements.entries()) {
    if (typeof element === 'string') {
      if (!exact.has(element)) exact.set(element, place);
    } else if (types.isRegExp(element)) {
      const pattern = copyPattern(element);
      const matches = isSlow(place)
        ? createTimedMatcher(pattern)
        : (origin: string) => matchesPattern(pattern, origin);
      patterns.push({ place, matches });
    } else {
      return undefined;
    }
  }
  return { form: 'elements', wildcard: exact.get('*') ?? -1, exact, patterns };
}

function isOriginFunction(value: unknown): value is OriginFunction {
  return typeof value === 'function';
}

/**
 * Place of the first element that allows `origin`, or −1. Elements compared byte for byte come
 * first, without looking at the rest; a pattern sees nothing but `null` or one serialised origin.
 * The element `"*"` is not asked here: the wildcard is no matter of the origin.
 */
export function findElement(
  { exact, patterns }: CompiledOrigin & { form: 'elements' },
  origin: string,
): number {
  const place = exact.get(origin);
  if (place !== undefined) return place;
  if (patterns.length === 0 || !isSerialisedOrigin(origin)) return -1;
  return patterns.find(({ matches }) => matches(origin))?.place ?? -1;
}
