import { isExpression } from './expression/copy.ts';

/**
 * A value to set instead, as plain data: an expression is text there, as `/…/flags`, in the notation
 * of `--origin` and `CORS_ORIGIN`. In code it has no quotes, as messages show it.
 */
export type OriginFix = string | boolean | readonly string[];

/** One thing that is wrong, or doubtful, in a CORS setting. */
export interface OriginFault {
  /** An `error` keeps a policy from being created; a `warning` does not. */
  readonly severity: 'error' | 'warning';
  /** What kind of fault, in kebab case. Stable: scripts may rely on it. */
  readonly code: string;
  /** The place in the options: `origin`, `origin[2]`, `maxAge`. */
  readonly where: string;
  /** The value found there, as the message shows it. */
  readonly value: string;
  /** What is wrong, as a clause of its own. */
  readonly reason: string;
  /** The value, what is wrong with it and how to fix it, for a person. */
  readonly message: string;
  /** What to set instead, where that is plain. */
  readonly fix?: OriginFix;
  /** For an expression that lets in too much: an origin it lets in, as an example. */
  readonly example?: string;
}

// Long enough for every real origin, short enough for a line in a terminal.
const SHOWN_LENGTH = 120;

/** A value as messages show it: text in quotes, control characters escaped, long ones cut. */
export function show(value: unknown): string {
  const shown = showWhole(value);
  return shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown;
}

function showWhole(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 2 * SHOWN_LENGTH));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name || '(no name)'}`;
  if (isExpression(value)) return RegExp.prototype.toString.call(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : 'a list';
  if (typeof value === 'object' && value !== null) return tagOf(value);
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
