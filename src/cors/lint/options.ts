import { isOptionsObject, whyNoOptions } from '../../errors/options-object.ts';
import { show } from '../../errors/shown-value.ts';
import { type CorsOptions, MAX_AGE_LIMIT } from '../cors-options.ts';
import type { OriginFault } from '../origin-fault.ts';
import { optionFault } from '../origin-fault.ts';
import { lintTrust, readTrust } from '../trust.ts';
import { lintKeys } from './foreign-options.ts';
import { lintAllowedHeaders, lintExposedHeaders, lintMethods } from './header-lists.ts';
import { lintSetting } from './lint-origin.ts';

// Lints all `cors` options at once; faults of max age, true or false, and of what is no object of
// options.

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
