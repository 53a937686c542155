// How messages show a value: in quotes, control characters escaped, cut after so many characters.

/** Long enough for every real origin, short enough for a line in a terminal. */
export const SHOWN_LENGTH = 120;

/** A value as messages show it: text in quotes, control characters escaped, long ones cut. */
export function show(value: unknown): string {
  const shown = showWhole(value);
  return shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown;
}

function showWhole(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 2 * SHOWN_LENGTH));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(no name)'}`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list';
  if (typeof value === 'object' && value !== null) {
    const tag = tagOf(value);
    return tag === '[object RegExp]' ? RegExp.prototype.toString.call(value) : tag;
  }
  return String(value);
}

/** What a value is, with its article: `a number`, `a Set`, `an array`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const tag = tagOf(value).slice('[object '.length, -1);
  return `${/^[aeiou]/i.test(tag) ? 'an' : 'a'} ${tag === 'String' ? 'String object' : tag}`;
}

/** `[object Set]`; a value that throws when asked is a plain `[object Object]`. */
function tagOf(value: object): string {
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return '[object Object]';
  }
}
