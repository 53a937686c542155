import { INTERFACE_NAMES, isInterfaceName } from '../../interfaces/interface.ts';
import {
  BOOLEAN,
  integer,
  integerOrAuto,
  names,
  type SettingGroup,
  seconds,
  text,
  textMatching,
} from '../setting-types.ts';

// The server and page settings, with their defaults and help: port, host, threads and others.

export const PORT = {
  type: integer(0, 65_535),
  values: 'a whole number from 0 to 65535; 0 picks a free port',
} as const;

export const HOST = {
  // Colons are accepted only in an IPv6 address. In a name, a colon would begin a port, which has
  // its own setting.
  type: text(/^(?:[\w.-]+|[\da-f.]*:[\da-f.:]*:[\da-f.:]*(?:%[\w.-]+)?)$/i),
  values: 'a name or an address such as localhost or ::1; 0.0.0.0 means all addresses',
} as const;

/** A setting that is on or off. */
export const SWITCH = {
  placeholder: '[true|false]',
  type: BOOLEAN,
  values: 'true or false',
  default: false,
} as const;

/** A file or folder. In a configuration file, it is relative to that file's folder. */
export const FILE_PATH = { placeholder: '<path>', type: text(), isPath: true } as const;

export const SERVER_SETTINGS = {
  port: {
    placeholder: '<number>',
    ...PORT,
    default: 3001,
    description: 'TCP port to listen on',
  },
  host: {
    placeholder: '<name>',
    ...HOST,
    default: 'localhost',
    description: 'host name or address to listen on',
  },
  allowedHosts: {
    placeholder: '<names>',
    type: names((name) => /^[\w.-]+$/.test(name)),
    values: 'names such as food.example.com, without ports',
    default: [],
    defaultText: 'none on localhost; elsewhere, all',
    description: "host names to accept besides this machine's own",
  },
  interfaces: {
    placeholder: '<names>',
    type: names(isInterfaceName),
    values: `any of ${INTERFACE_NAMES.join(', ')}`,
    default: [],
    defaultText: 'none',
    description: 'APIs of other services to serve too, for programs written for them',
  },
  // `check-settings.ts` resolves `auto`.
  threads: {
    placeholder: '[count]',
    bareValue: 'auto',
    variable: 'FOOD_THREADS',
    type: integerOrAuto(1, 64),
    values: 'a whole number from 1 to 64, or auto for one per core',
    default: 1,
    description: 'number of threads that serve; they share the port and the foods in memory',
    remarks: 'With an origin function, only one thread serves.',
  },
  cacheControl: {
    placeholder: '<directives>',
    // A bare number is not a directive, so caches would ignore it.
    type: text(/^(?!\d+$)[\x21-\x7e][\x20-\x7e]*$/),
    values: 'directives such as "public, max-age=60"',
    default: 'no-cache',
    description: 'Cache-Control header of search responses',
    remarks:
      'With the default, browsers and shared caches revalidate their copy every time, so that a changed `origin` takes effect immediately.',
  },
  compression: {
    ...SWITCH,
    description: 'compress search responses with Brotli or gzip if the client accepts it',
    remarks:
      'Most proxies compress anyway. With compression, responses vary on Accept-Encoding, and their ETags are weak.',
  },
  drainDelaySeconds: {
    ...seconds(0, 300),
    default: 0,
    description: 'how long to keep serving on shutdown, after /health/ready starts returning 503',
  },
} as const satisfies SettingGroup;

/** The default port of the page, the usual one for front ends. */
export const DEFAULT_PAGE_PORT = 3000;

export const PAGE_SETTINGS = {
  page: {
    placeholder: '[port]',
    bareValue: DEFAULT_PAGE_PORT,
    variable: 'PAGE_PORT',
    ...PORT,
    defaultText: 'no page',
    description: `also serve the page, on this port; --page alone means ${DEFAULT_PAGE_PORT}`,
  },
  apiUrl: {
    placeholder: '<url>',
    // Browsers refuse to fetch a URL with a user or password.
    type: textMatching(
      (value) => /^https?:\/\/[^/?#\s@]+(?:\/[^?#\s]*)?$/.test(value) && URL.canParse(value),
    ),
    values: 'a URL such as https://food.example.com, without a user, ? or #',
    defaultText: 'where the service listens',
    description: 'URL at which the page reaches the service',
  },
} as const satisfies SettingGroup;
