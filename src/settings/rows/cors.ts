import { type CorsOptions, MAX_AGE_LIMIT } from '../../cors/origin-setting.ts';
import { integer, names, ORIGIN, type Setting } from '../setting-types.ts';
import { DEFAULT_PAGE_PORT, SWITCH } from './server.ts';

// The CORS settings, with their defaults and help.

/** The settings in the option `cors`. The policy engine checks their values. */
export const CORS_SETTINGS = {
  origin: {
    placeholder: '<setting>',
    type: ORIGIN,
    values: 'true, false, *, an origin, /expression/ or a list of these',
    default: `http://localhost:${DEFAULT_PAGE_PORT}`,
    defaultText: `the page's origin, else http://localhost:${DEFAULT_PAGE_PORT}`,
    description: 'origins that may read the responses',
  },
  credentials: {
    ...SWITCH,
    values: `${SWITCH.values}; true only if origin is proved to let in no strangers`,
    description: 'allow pages to send cookies and read the responses',
  },
  allowedHeaders: {
    placeholder: '<names>',
    type: names(),
    values: 'header names',
    defaultText: 'any that a preflight asks for',
    description: 'request headers that pages may send',
  },
  exposedHeaders: {
    placeholder: '<names>',
    type: names(),
    values: 'header names',
    default: [],
    defaultText: 'none',
    description: 'response headers that scripts may read, besides the CORS-safelisted ones',
  },
  maxAge: {
    placeholder: '<seconds>',
    type: integer(-1, MAX_AGE_LIMIT),
    values: `a whole number of seconds from 0 to ${MAX_AGE_LIMIT}; -1: never`,
    defaultText: 'not sent: browsers cache it for 5 seconds',
    description: 'how long browsers may cache a preflight response',
  },
  trust: {
    placeholder: '<names>',
    type: names(),
    values:
      'shared domains such as vercel.app, origins such as http://frontend:3000, private-networks',
    default: [],
    defaultText: 'none',
    description: 'shared domains and networks to trust with credentials',
  },
} as const satisfies Partial<Record<keyof CorsOptions, Setting>>;
