import { isOptionsObject, whyNoOptions } from '../../errors/options-object.ts';
import { show } from '../../errors/shown-value.ts';
import { type CorsOptions, MAX_AGE_LIMIT } from '../cors-options.ts';
import { type OriginFault, optionFault } from '../origin-fault.ts';
import { isHeaderName } from '../response-headers.ts';
import { lintTrust, readTrust } from '../trust.ts';
import { lintSetting } from './lint-origin.ts';

// Faults of all `cors` options: unknown ones, lists of headers and methods, max age, and `origin` by the other files.

/**
 * All faults of the options at once, those of `origin` first: see {@link lintOrigin}. Never throws.
 */
export function lintOptions(options: unknown): readonly OriginFault[] {
  if (!isOptionsObject(options)) return [notOptions(options)];
  const { credentials, trust } = options;
  return [
    ...lintSetting(options.origin, { credentials: credentials === true, trust: readTrust(trust) }),
    ...lintFlag('credentials', credentials),
    ...lintTrust(trust),
    ...lintKeys(Object.keys(options), Object.keys(KNOWN_OPTIONS)),
    ...lintMethods(options.methods, credentials === true),
    ...lintAllowedHeaders(options.allowedHeaders),
    ...lintExposedHeaders(options.exposedHeaders, credentials === true),
    ...lintMaxAge(options.maxAge),
  ];
}

function notOptions(value: unknown): OriginFault {
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

const KNOWN_OPTIONS: Readonly<Record<keyof CorsOptions, true>> = {
  origin: true,
  credentials: true,
  methods: true,
  allowedHeaders: true,
  exposedHeaders: true,
  maxAge: true,
  trust: true,
};

function lintMaxAge(maxAge: unknown): OriginFault[] {
  if (maxAge === undefined) return [];
  if (Number.isInteger(maxAge) && Number(maxAge) >= -1 && Number(maxAge) <= MAX_AGE_LIMIT)
    return [];
  const reason = `it must be a whole number of seconds from 0 to ${MAX_AGE_LIMIT}, or -1 for no cache`;
  return [optionFault('bad-max-age', 'maxAge', maxAge, reason)];
}

function lintFlag(name: keyof CorsOptions, value: unknown): OriginFault[] {
  if (value === undefined || typeof value === 'boolean') return [];
  return [optionFault('bad-type', name, value, 'it must be true or false')];
}

/** What to do instead of an option that other CORS libraries have. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  // cors and @fastify/cors
  ['optionsSuccessStatus', 'Remove it: a preflight is always answered with 200'],
  [
    'preflightContinue',
    'Remove it: a preflight is answered here, and every other OPTIONS request is passed on',
  ],
  ['preflight', 'Remove it: a preflight is always answered'],
  ['strictPreflight', 'Remove it: an OPTIONS request that is no preflight is passed on'],
  ['hideOptionsRoute', 'Remove it: there is no route for OPTIONS'],
  ['hook', 'Remove it: call the handler in the hook you want'],
  ['delegator', 'Use a function as origin: its third argument is the request'],
  ['cacheControl', 'Use maxAge'],
  // hono/cors and @koa/cors
  ['allowMethods', 'Use methods'],
  ['allowHeaders', 'Use allowedHeaders'],
  ['exposeHeaders', 'Use exposedHeaders'],
  ['keepHeadersOnError', 'Remove it: errors always carry the headers'],
  ['privateNetworkAccess', 'Remove it: browsers have given that header up'],
  ['secureContext', 'Remove it: it sets headers that are not part of CORS'],
  // Names of the headers, and of other frameworks' settings
  ['origins', 'Use origin'],
  ['allowedOrigins', 'Use origin'],
  ['allowOrigin', 'Use origin'],
  ['allowOrigins', 'Use origin'],
  ['allowedMethods', 'Use methods'],
  ['headers', 'Use allowedHeaders'],
  ['allowCredentials', 'Use credentials'],
  ['supportsCredentials', 'Use credentials'],
  ['maxAgeSeconds', 'Use maxAge'],
]);

/** Faults of options that do not exist. */
export function lintKeys(keys: readonly string[], known: readonly string[]): OriginFault[] {
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => {
      const reason = 'there is no such option';
      const instead = INSTEAD.get(key) ?? `Use ${known.join(', ')}`;
      const message = `Cannot use CORS option ${show(key)}: ${reason}. ${instead}.`;
      const base = { severity: 'error', code: 'unknown-option', where: key } as const;
      return { ...base, value: show(key), reason, message };
    });
}

type ListName = 'allowedHeaders' | 'exposedHeaders' | 'methods';

/** Checks one element of a list: a code and a reason if it does not belong there. */
type ElementLint = (
  element: string,
) => { readonly code: string; readonly reason: string } | undefined;

/** Faults of the request headers that pages may send. */
export function lintAllowedHeaders(names: unknown): OriginFault[] {
  return lintNames('allowedHeaders', names, (name) => {
    if (FORBIDDEN_REQUEST_HEADER.test(name)) {
      return { code: 'forbidden-header', reason: 'browsers never let a script set it. Remove it' };
    }
    if (/^access-control-/i.test(name)) {
      const reason = 'it is a response header, which this program sets. Remove it';
      return { code: 'forbidden-header', reason };
    }
    return undefined;
  });
}

/** Faults of the response headers that scripts may read. */
export function lintExposedHeaders(names: unknown, credentials: boolean): OriginFault[] {
  return lintNames('exposedHeaders', names, (name) => {
    if (/^set-cookie2?$/i.test(name)) {
      return { code: 'forbidden-header', reason: 'browsers never let a script read it. Remove it' };
    }
    if (/^access-control-/i.test(name)) {
      const reason = 'it is for the browser alone, and no script needs it. Remove it';
      return { code: 'forbidden-header', reason };
    }
    if (name === '*' && credentials) {
      const reason =
        'with credentials, browsers treat it as a header of that name. List the headers';
      return { code: 'wildcard-with-credentials', reason };
    }
    return undefined;
  });
}

/** https://fetch.spec.whatwg.org/#forbidden-request-header */
const FORBIDDEN_REQUEST_HEADER =
  /^(?:accept-charset|accept-encoding|access-control-request-headers|access-control-request-method|access-control-request-private-network|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

function lintNames(where: ListName, names: unknown, lint: ElementLint): OriginFault[] {
  return lintList(where, names, (name) =>
    isHeaderName(name)
      ? lint(name)
      : {
          code: 'bad-header-name',
          reason: 'a header name consists of letters, digits and hyphens',
        },
  );
}

/** Faults of the methods that pages may use. https://fetch.spec.whatwg.org/#methods */
export function lintMethods(methods: unknown, credentials: boolean): OriginFault[] {
  return lintList('methods', methods, (method) => {
    if (!isHeaderName(method)) return { code: 'bad-method', reason: 'it is not a method' };
    if (/^(?:connect|trace|track)$/i.test(method)) {
      return { code: 'forbidden-method', reason: 'browsers never let a script use it. Remove it' };
    }
    if (method === '*' && credentials) {
      const reason =
        'with credentials, browsers treat it as a method of that name. List the methods';
      return { code: 'wildcard-with-credentials', reason };
    }
    if (method !== method.toUpperCase()) {
      const reason = `methods are case-sensitive. Use "${method.toUpperCase()}"`;
      return { code: 'lower-case-method', reason };
    }
    return undefined;
  });
}

function lintList(where: ListName, list: unknown, lint: ElementLint): OriginFault[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    const names = typeof list === 'string' ? list.split(/[\s,;]+/).filter(Boolean) : [];
    const way = names.length === 0 ? '' : `. Use [${names.map(show).join(', ')}]`;
    return [optionFault('bad-type', where, list, `it must be an array of names${way}`)];
  }
  return Array.from(list, (element: unknown, place): OriginFault[] => {
    const at = `${where}[${place}]`;
    if (typeof element !== 'string') {
      const code = where === 'methods' ? 'bad-method' : 'bad-header-name';
      return [optionFault(code, at, element, 'it must be a string')];
    }
    const found = lint(element);
    return found === undefined ? [] : [optionFault(found.code, at, element, found.reason)];
  }).flat();
}
