import { type CorsOptions, MAX_AGE_LIMIT } from '../../cors/cors-options.ts';
import { BOOLEAN, integer, names, ORIGIN, type Setting } from '../setting.ts';
import { TRUE_OR_FALSE } from './common.ts';
import { DEFAULT_PAGE_PORT } from './page.ts';

// Settings of CORS, their defaults and help: origin, credentials, methods, headers, max age.

/** The settings of the option `cors`. The policy engine checks their values. */
export const CORS_SETTINGS = {
  origin: {
    flag: 'origin',
    placeholder: '<setting>',
    variable: 'CORS_ORIGIN',
    type: ORIGIN,
    values: 'true, false, *, an origin, /expression/ or a list of these',
    default: `http://localhost:${DEFAULT_PAGE_PORT}`,
    defaultText: `the page's origin, else http://localhost:${DEFAULT_PAGE_PORT}`,
    description: 'origins that may read the answers',
  },
  credentials: {
    flag: 'credentials',
    placeholder: '[true|false]',
    variable: 'CORS_CREDENTIALS',
    type: BOOLEAN,
    values: `${TRUE_OR_FALSE}; only where origin is proved to let in nobody whom it does not name`,
    default: false,
    description: 'allow pages to send cookies and read the answers',
  },
  allowedHeaders: {
    flag: 'allowed-headers',
    placeholder: '<names>',
    variable: 'CORS_ALLOWED_HEADERS',
    type: names(),
    values: 'header names',
    defaultText: 'any that a preflight asks for',
    description: 'request headers that pages may send',
  },
  exposedHeaders: {
    flag: 'exposed-headers',
    placeholder: '<names>',
    variable: 'CORS_EXPOSED_HEADERS',
    type: names(),
    values: 'header names',
    default: [],
    defaultText: 'none',
    description: 'response headers that scripts may read, besides the CORS-safelisted ones',
  },
  maxAge: {
    flag: 'max-age',
    placeholder: '<seconds>',
    variable: 'CORS_MAX_AGE',
    type: integer(-1, MAX_AGE_LIMIT),
    values: `a whole number of seconds from 0 to ${MAX_AGE_LIMIT}; -1: never`,
    defaultText: 'not sent: browsers cache it for 5 seconds',
    description: 'how long browsers may cache a preflight response',
  },
  dangerouslyTrustPlainHttp: {
    flag: 'dangerously-trust-plain-http',
    placeholder: '[true|false]',
    variable: 'CORS_DANGEROUSLY_TRUST_PLAIN_HTTP',
    type: BOOLEAN,
    values: TRUE_OR_FALSE,
    default: false,
    description:
      'let credentials go with pages over plain http, which anybody on their network can alter',
  },
  dangerouslyTrustSharedSuffixes: {
    flag: 'dangerously-trust-shared-suffixes',
    placeholder: '[true|false]',
    variable: 'CORS_DANGEROUSLY_TRUST_SHARED_SUFFIXES',
    type: BOOLEAN,
    values: TRUE_OR_FALSE,
    default: false,
    description:
      'let patterns and credentials go with names under a suffix such as github.io, where anybody can have one',
  },
} as const satisfies Partial<Record<keyof CorsOptions, Setting>>;
