import { refuseExtra } from '../../errors/check-arguments.ts';
import { isOptionsObject, ownOptions, show, whyNotOptions } from '../../errors/shown-value.ts';
import { makeFault, nameFaults, type OriginFault, optionFault } from '../origin-fault.ts';
import { MAX_AGE_LIMIT } from '../origin-setting.ts';
import { isHeaderName } from '../response-headers.ts';
import { lintTrust, readTrust } from '../trust.ts';
import { lintSetting } from './lint-origin.ts';

// Finds the faults in all `cors` options: unknown options, lists of headers and methods, max age.
// lint-origin.ts checks `origin`, trust.ts checks `trust`.

/**
 * Finds all mistakes and probable mistakes in an `origin` setting without credentials. Errors keep
 * a policy from being created. Warnings are about settings that work, but probably not as intended.
 * Throws only for extra arguments.
 *
 * @param trust the `trust` option
 */
export function lintOrigin(origin: unknown, ...rest: [trust?: unknown]): readonly OriginFault[] {
  const [trust, ...extra] = rest;
  return lintOptions({ origin, trust }, ...extra);
}

/**
 * Finds all faults in the options, first those in `origin`: see {@link lintOrigin}. Even if the
 * options are not an object, throws only for extra arguments.
 */
export function lintOptions(given: unknown, ...extra: never[]): readonly OriginFault[] {
  refuseExtra(extra);
  if (!isOptionsObject(given)) return [notOptions(given)];
  const options = ownOptions(given);
  const { credentials, trust } = options;
  return [
    ...lintSetting(options.origin, { credentials: credentials === true, trust: readTrust(trust) }),
    ...lintFlag(credentials),
    ...lintTrust(trust),
    ...lintKeys(Object.keys(options)),
    ...LISTS.flatMap((where) => lintNames(where, options[where], credentials === true)),
    ...lintMaxAge(options.maxAge),
  ];
}

function notOptions(value: unknown): OriginFault {
  const origin = show(typeof value === 'string' ? value : 'https://app.example.com');
  const start = `Cannot use CORS options ${show(value)}`;
  const hint = `Use an object such as { origin: ${origin} }`;
  const reason = whyNotOptions(value);
  return makeFault({ code: 'bad-type', where: 'options', value, start, reason, hint });
}

const LISTS = ['methods', 'allowedHeaders', 'exposedHeaders'] as const;

const KNOWN_OPTIONS: readonly string[] = ['origin', 'credentials', ...LISTS, 'maxAge', 'trust'];

function lintMaxAge(maxAge: unknown = 0): OriginFault[] {
  if (Number.isInteger(maxAge) && Number(maxAge) >= -1 && Number(maxAge) <= MAX_AGE_LIMIT)
    return [];
  const reason = `it must be a whole number of seconds from 0 to ${MAX_AGE_LIMIT}, or -1 for no cache`;
  return [optionFault('bad-max-age', 'maxAge', maxAge, reason)];
}

function lintFlag(credentials: unknown = false): OriginFault[] {
  if (typeof credentials === 'boolean') return [];
  return [optionFault('bad-type', 'credentials', credentials, 'it must be true or false')];
}

/** Advice for options of other CORS libraries. */
const INSTEAD: readonly (readonly [option: RegExp, hint: string])[] = [
  [
    /^(?:optionsSuccessStatus|preflight|preflightContinue|strictPreflight|hideOptionsRoute)$/,
    'Remove it: a preflight is always answered with 200, and any other OPTIONS request is passed on',
  ],
  [/^(?:origins|allow(?:ed)?Origins?)$/, 'Use origin'],
  [/^delegator$/, 'Use a function as origin: its third argument is the request'],
  [/^allow(?:ed)?Methods$/, 'Use methods'],
  [/^(?:allowHeaders|headers)$/, 'Use allowedHeaders'],
  [/^exposeHeaders$/, 'Use exposedHeaders'],
  [/^(?:allow|supports)Credentials$/, 'Use credentials'],
  [/^(?:cacheControl|maxAgeSeconds)$/, 'Use maxAge'],
  [/^hook$/, 'Remove it: call the handler in the hook you want'],
  [/^keepHeadersOnError$/, 'Remove it: errors always carry the headers'],
  [/^privateNetworkAccess$/, 'Remove it: browsers no longer use that header'],
  [/^secureContext$/, 'Remove it: it sets headers that are not part of CORS'],
];

/** Reports options that do not exist. */
function lintKeys(keys: readonly string[]): OriginFault[] {
  return keys
    .filter((key) => !KNOWN_OPTIONS.includes(key))
    .map((key) => {
      const start = `Cannot use CORS option ${show(key)}`;
      const [, hint = `Use ${KNOWN_OPTIONS.join(', ')}`] =
        INSTEAD.find(([option]) => option.test(key)) ?? [];
      const reason = 'there is no such option';
      return makeFault({ code: 'unknown-option', where: key, value: key, start, reason, hint });
    });
}

/** A kind of name that does not belong in a list, and the reason. */
type Rule = readonly [form: RegExp, code: string, reason: string];

/** https://fetch.spec.whatwg.org/#forbidden-request-header */
const FORBIDDEN_REQUEST_HEADER =
  /^(?:accept-charset|accept-encoding|access-control-request-headers|access-control-request-method|access-control-request-private-network|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

const ANY_CORS_HEADER = /^access-control-/i;

const FORBIDDEN = 'forbidden-header';

const SCRIPTS_NEVER = 'browsers never let a script';

const NAME_RULES: Readonly<Record<(typeof LISTS)[number], readonly Rule[]>> = {
  // https://fetch.spec.whatwg.org/#methods
  methods: [
    [/^(?:connect|trace|track)$/i, 'forbidden-method', `${SCRIPTS_NEVER} use it. Remove it`],
    [/[a-z]/, 'lower-case-method', 'methods are case-sensitive. Use "…"'],
  ],
  allowedHeaders: [
    [FORBIDDEN_REQUEST_HEADER, FORBIDDEN, `${SCRIPTS_NEVER} set it. Remove it`],
    [ANY_CORS_HEADER, FORBIDDEN, 'it is a response header, which this program sets. Remove it'],
  ],
  exposedHeaders: [
    [/^set-cookie2?$/i, FORBIDDEN, `${SCRIPTS_NEVER} read it. Remove it`],
    [ANY_CORS_HEADER, FORBIDDEN, 'only the browser needs it, never a script. Remove it'],
  ],
};

function lintNames(where: keyof typeof NAME_RULES, list: unknown, credentials: boolean) {
  const isMethod = where === 'methods';
  const [bad, noName] = isMethod
    ? ['bad-method', 'it is not a method']
    : ['bad-header-name', 'it is not a header name'];
  const kind = isMethod ? 'method' : 'header';
  const wildcard = `with credentials, browsers treat it as a ${kind} of that name. List the ${kind}s`;
  return nameFaults(where, list, (name, at) => {
    if (typeof name !== 'string') return [optionFault(bad, at, name, 'it must be a string')];
    if (!isHeaderName(name)) return [optionFault(bad, at, name, noName)];
    if (name === '*' && credentials && where !== 'allowedHeaders')
      return [optionFault('wildcard-with-credentials', at, name, wildcard)];
    const [, code, reason = ''] = NAME_RULES[where].find(([form]) => form.test(name)) ?? [];
    if (code === undefined) return [];
    return [optionFault(code, at, name, reason.replace('…', name.toUpperCase()))];
  });
}
