import { lintOrigin } from './lint/lint-origin.ts';
import { isOptionsObject, whyNoOptions } from './options-object.ts';
import { kindOf, type OriginFault, show } from './origin-fault.ts';
import type { OriginSetting } from './origin-setting.ts';
import { isHeaderName } from './response-headers.ts';

/** The cross-origin rules of a service. */
export interface CorsOptions {
  /** Which origins may read the answers. */
  readonly origin: OriginSetting;
  /**
   * Whether pages may send cookies and read what comes back. Off by default; cannot be joined with
   * an `origin` of `true` or `"*"`, or one that lets in every page or `"null"`: anybody could then
   * read what your users can.
   */
  readonly credentials?: boolean;
  /** Request headers that pages may send; by default, whichever well-formed names they ask for. */
  readonly allowedHeaders?: readonly string[];
  /** Response headers that scripts may read, besides the few they always may. Default: none. */
  readonly exposedHeaders?: readonly string[];
  /** How long browsers may remember a preflight's answer: 0 to {@link MAX_AGE_LIMIT} seconds. */
  readonly maxAge?: number;
}

/** The longest that any browser remembers a preflight's answer, in seconds: a day, in Firefox. */
export const MAX_AGE_LIMIT = 86_400;

/**
 * Every fault and doubt of the options at once, those of `origin` first: see {@link lintOrigin}.
 * Never throws, whatever it is given.
 */
export function lintOptions(options: unknown): readonly OriginFault[] {
  if (!isOptionsObject(options)) return [noOptions(options)];
  const originFaults = lintOrigin(options.origin);
  return [
    ...originFaults,
    ...lintKeys(Object.keys(options)),
    ...lintCredentials(options.credentials, options.origin, originFaults),
    ...lintNames('allowedHeaders', options.allowedHeaders),
    ...lintNames('exposedHeaders', options.exposedHeaders),
    ...lintMaxAge(options.maxAge),
  ];
}

function noOptions(value: unknown): OriginFault {
  const reason = whyNoOptions(value);
  const origin = show(typeof value === 'string' ? value : 'https://app.example.com');
  return {
    severity: 'error',
    code: 'bad-type',
    where: 'options',
    value: show(value),
    reason,
    message: `Cannot use CORS options ${show(value)}: ${reason}. Use an object such as { origin: ${origin} }.`,
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  'origin',
  'credentials',
  'allowedHeaders',
  'exposedHeaders',
  'maxAge',
]);

function lintKeys(keys: readonly string[]): OriginFault[] {
  return keys
    .filter((key) => !KNOWN.has(key))
    .map((key) => ({
      severity: 'error',
      code: 'unknown-option',
      where: key,
      value: show(key),
      reason: 'there is none of that name',
      message: `Cannot use CORS option ${show(key)}: there is none of that name. Use ${[...KNOWN].join(', ')}.`,
    }));
}

function lintCredentials(
  credentials: unknown,
  origin: unknown,
  originFaults: readonly OriginFault[],
): OriginFault[] {
  if (credentials === undefined || credentials === false) return [];
  if (credentials !== true) {
    return [fault('bad-type', 'credentials', credentials, 'it must be true or false')];
  }
  const faultOf = (code: string) => originFaults.find((each) => each.code === code);
  const open = openTo(origin) ?? faultOf('regexp-matches-everything')?.value;
  if (open !== undefined) {
    const reason = `with origin ${open} every page there is could read what your users can. List the origins that need cookies`;
    return [fault('credentials-with-any-origin', 'credentials', true, reason)];
  }
  if (faultOf('null-origin') !== undefined) {
    const reason =
      'with origin "null" any page can put itself into a sandboxed frame and read what your users can. Remove "null", or switch credentials off';
    return [fault('credentials-with-null-origin', 'credentials', true, reason)];
  }
  return [];
}

/** `true` or `"*"`, as messages show it, where the setting allows everyone by it. */
function openTo(origin: unknown): string | undefined {
  if (origin === true) return 'true';
  const elements: readonly unknown[] = Array.isArray(origin) ? origin : [origin];
  return elements.includes('*') ? '"*"' : undefined;
}

function lintNames(where: 'allowedHeaders' | 'exposedHeaders', names: unknown): OriginFault[] {
  if (names === undefined) return [];
  if (!Array.isArray(names)) {
    return [fault('bad-type', where, names, 'it must be an array of header names')];
  }
  return Array.from(names, (name: unknown, place) =>
    typeof name === 'string' && isHeaderName(name)
      ? []
      : [
          fault(
            'bad-header-name',
            `${where}[${place}]`,
            name,
            "a header's name is made of letters, digits and hyphens",
          ),
        ],
  ).flat();
}

function lintMaxAge(maxAge: unknown): OriginFault[] {
  if (maxAge === undefined) return [];
  if (Number.isInteger(maxAge) && Number(maxAge) >= 0 && Number(maxAge) <= MAX_AGE_LIMIT) return [];
  return [
    fault(
      'bad-max-age',
      'maxAge',
      maxAge,
      `it must be a whole number of seconds from 0 to ${MAX_AGE_LIMIT}`,
    ),
  ];
}

function fault(code: string, where: string, value: unknown, reason: string): OriginFault {
  const given = typeof value === 'object' && value !== null ? kindOf(value) : show(value);
  const message = `Cannot use ${where} ${given}: ${reason}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
