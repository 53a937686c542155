// Formats a value for messages: in quotes, control characters escaped, truncated. Also proposes
// names similar to an unknown one, checks for options objects, and reads text that may be JSON.

/**
 * The maximum length of a value in a message: long enough for every real origin, and short enough
 * for a line in a terminal.
 */
export const SHOWN_LENGTH = 120;

/**
 * Formats a value for messages: text in quotes, control characters escaped, long values truncated.
 */
export function show(value: unknown): string {
  const shown = showWhole(value);
  if (shown.length <= SHOWN_LENGTH) return shown;
  return `${shown.slice(0, SHOWN_LENGTH)}…${typeof value === 'string' ? '"' : ''}`;
}

function showWhole(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(no name)'}`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list';
  if (typeof value === 'object' && value !== null) {
    const isExpression = tagOf(value) === '[object RegExp]';
    return isExpression ? RegExp.prototype.toString.call(value) : objectKind(value);
  }
  return String(value);
}

/** Returns the kind of a value, with its article: `a number`, `a Set`, `an array`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  return objectKind(value);
}

function objectKind(value: object): string {
  const tag = tagOf(value).slice('[object '.length, -1);
  if (tag === 'Object') return 'an object';
  return `${/^[aeio]/i.test(tag) ? 'an' : 'a'} ${tag === 'String' ? 'String object' : tag}`;
}

/** Returns `[object Set]` and the like; `[object Object]` if reading the value's tag throws. */
function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return '[object Object]';
  }
}

/** A typo has less than one edit per this many characters: `kcal` is not a typo of `calcium`. */
const CHARACTERS_PER_EDIT = 4;
/**
 * No name of a column or setting is longer. The limit bounds the cost of a comparison, which grows
 * with the product of both lengths.
 */
const MAX_LENGTH = 64;

/**
 * Returns the names closest to `written`, ignoring case. Compares it with whole names and their
 * prefixes: `protein` and `protien_g` find `protein_g`. Returns all names if no name is similar.
 */
export function nearestNames(written: string, names: readonly string[]): readonly string[] {
  if (written.length > MAX_LENGTH) return names;
  const edits = names.map((name) => editsToBegin(written.toLowerCase(), name.toLowerCase()));
  const least = Math.min(...edits);
  if (least * CHARACTERS_PER_EDIT >= written.length) return names;
  return names.filter((_, i) => edits[i] === least);
}

/**
 * Counts the fewest characters to add, drop or change to turn a string into a prefix of a name.
 *
 * @see https://en.wikipedia.org/wiki/Levenshtein_distance
 */
function editsToBegin(text: string, name: string): number {
  /**
   * The number of edits from the text read so far to each prefix of the name, by the prefix's
   * length.
   */
  let row = Array.from({ length: name.length + 1 }, (_, i) => i);
  for (const [k, character] of [...text].entries()) {
    let left = k + 1;
    row = row.map((above, i) => {
      if (i === 0) return left;
      const diagonal = (row[i - 1] ?? above) + (character === name[i - 1] ? 0 : 1);
      left = Math.min(diagonal, above + 1, left + 1);
      return left;
    });
  }
  return Math.min(...row);
}

/** An object whose properties are options, not checked yet. */
export type OptionsObject = Readonly<Record<string, unknown>>;

/** Returns `undefined` for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether the properties of a value are options: it is a plain object, or an instance with its own
 * properties. Anything else, such as a promise or a Map, would look like empty options and silently
 * get the defaults.
 */
export function isOptionsObject(value: unknown): value is OptionsObject {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) || isPromise(value)) return false;
  return isPlain(value) || Object.keys(value).length > 0;
}

/**
 * Copies the options of a policy or a service, but only the object's own properties. Options on
 * `Object.prototype`, where a faulty library may have put them, do not count.
 */
export function ownOptions<Options extends object>(options: Options): Options {
  return { __proto__: null, ...options };
}

/**
 * Explains why {@link isOptionsObject} returned false, as a clause, with the remedy if there is
 * one.
 */
export function whyNotOptions(value: unknown): string {
  if (isPromise(value)) return 'it is a promise: await it';
  const kind = kindOf(value);
  return kind === 'an object' ? 'it has no properties of its own' : `it is ${kind}`;
}

function isPromise(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  );
}

/** Whether an object is from `{}`, `Object.create(null)`, or another realm's `{}`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
