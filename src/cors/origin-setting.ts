import { BoundedMap } from './bounded-map.ts';
import { copyExpression, isExpression } from './expression/copy.ts';
import type { ExpressionCache, ReadyExpression } from './expression/expression-cache.ts';
import type { OriginFunction } from './origin-function.ts';
import { isSerializedOrigin } from './serialized-origin.ts';

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

/** A compiled setting. It is a copy, so later changes to the original have no effect. */
export type CompiledOrigin =
  | { readonly form: 'off' }
  | { readonly form: 'reflect' }
  | { readonly form: 'function'; readonly ask: OriginFunction }
  | CompiledElements;

/** A string, an expression, or a list of them. */
export interface CompiledElements {
  readonly form: 'elements';
  /** Place of the element `"*"`, or −1. */
  readonly wildcard: number;
  /** Origin → place of its (first) element. */
  readonly exact: ReadonlyMap<string, number>;
  readonly expressions: readonly PlacedExpression[];
  /** Origin → place of the element that allows it, or −1: recent results of the expressions. */
  readonly decided: BoundedMap<string, number>;
}

interface PlacedExpression extends ReadyExpression {
  readonly place: number;
  readonly source: RegExp;
}

/** An origin has at most 1 KiB, so this is at most 1 MiB. */
const REMEMBERED_ORIGINS = 1_000;

/**
 * A copy of a setting that the caller cannot change: arrays and expressions are copied, also those
 * of another realm. Values of a wrong type stay as they are, for the linter to report.
 */
export function snapshot(setting: unknown): unknown {
  // Array.from also turns a hole in a sparse array into undefined, which the linter refuses.
  if (Array.isArray(setting)) return Array.from(setting, copyElement);
  return copyElement(setting);
}

function copyElement(element: unknown): unknown {
  return isExpression(element) ? copyExpression(element) : element;
}

/**
 * Prepares a setting for decisions. Returns `undefined` if the setting, or one of its elements, has
 * a wrong type, so that nothing unknown is ever taken for consent. Whether strings are origins is
 * the linter's business: one that is not never matches.
 */
export function compileOrigin(
  setting: unknown,
  cache: ExpressionCache,
): CompiledOrigin | undefined {
  if (setting === true) return { form: 'reflect' };
  if (setting === false) return { form: 'off' };
  if (isOriginFunction(setting)) return { form: 'function', ask: setting };
  return compileElements(Array.isArray(setting) ? setting : [setting], cache);
}

function compileElements(
  elements: readonly unknown[],
  cache: ExpressionCache,
): CompiledElements | undefined {
  const exact = new Map<string, number>();
  const expressions: PlacedExpression[] = [];
  for (const [place, element] of elements.entries()) {
    if (typeof element === 'string') {
      if (!exact.has(element)) exact.set(element, place);
    } else if (isExpression(element)) {
      expressions.push({ place, source: element, ...cache.ready(element) });
    } else {
      return undefined;
    }
  }
  const decided = new BoundedMap<string, number>(REMEMBERED_ORIGINS);
  return { form: 'elements', wildcard: exact.get('*') ?? -1, exact, expressions, decided };
}

function isOriginFunction(value: unknown): value is OriginFunction {
  return typeof value === 'function';
}

/**
 * Place of the first element that allows `origin`, or −1. Strings are compared first, byte for
 * byte; an expression only ever sees `null` or one serialized origin. The element `"*"` is not
 * asked here, because it does not depend on the origin.
 */
export function findElement(elements: CompiledElements, origin: string): number {
  const { exact, expressions, decided } = elements;
  const place = exact.get(origin);
  if (place !== undefined) return place;
  if (expressions.length === 0) return -1;
  const known = decided.get(origin);
  if (known !== undefined) return known;
  if (!isSerializedOrigin(origin)) return -1;
  let found = -1;
  let isFinal = true;
  for (const { place, verdict } of expressions) {
    const said = verdict(origin);
    if (said === true) {
      found = place;
      isFinal = true;
      break;
    }
    // An expression that ran out of time may be asked again later.
    if (said !== false) isFinal = false;
  }
  if (isFinal) decided.set(origin, found);
  return found;
}

/**
 * The same without asking an expression that is under a time limit, and without remembering: for
 * guesses at what may have been meant.
 */
export function findElementQuickly(elements: CompiledElements, origin: string): number {
  const place = elements.exact.get(origin);
  if (place !== undefined) return place;
  if (!isSerializedOrigin(origin)) return -1;
  return elements.expressions.find(({ known }) => known(origin) === true)?.place ?? -1;
}

/** Place of an expression that the time limit kept from deciding on an origin, or −1. */
export function findUndecided({ expressions }: CompiledElements, origin: string): number {
  const undecided = expressions.find(({ known }) => typeof known(origin) !== 'boolean');
  return undecided?.place ?? -1;
}
