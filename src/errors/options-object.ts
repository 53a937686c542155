import { kindOf } from './shown-value.ts';

// What counts as an object of options, and the words for what does not: a promise, a Map, an array.

/** An object whose properties are options, none of them checked yet. */
export type OptionsObject = Readonly<Record<string, unknown>>;

/**
 * Whether the properties of a value are options: it is a plain object, or an instance with its own
 * properties. Anything else, such as a promise or a Map, would look like options with nothing set,
 * and silently get the defaults.
 */
export function isOptionsObject(value: unknown): value is OptionsObject {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) || isPromise(value)) return false;
  return isPlain(value) || Object.keys(value).length > 0;
}

/** Why {@link isOptionsObject} says no, as a clause, with the way out where there is one. */
export function whyNoOptions(value: unknown): string {
  if (isPromise(value)) return 'it is a promise: await it';
  const kind = kindOf(value);
  return kind === 'an Object' ? 'it has no properties of its own' : `it is ${kind}`;
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/** An object of `{}`, of `Object.create(null)`, or of another realm's `{}`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
