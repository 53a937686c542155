import { DEFAULT_TABLE } from '../catalog/entry-store.ts';
import type { OriginFault } from '../cors/origin-fault.ts';
import { parseOriginText } from '../cors/origin-text.ts';
import { DEFAULT_PAGE_PORT, DEFAULTS, LOG_LEVELS } from '../service/food-lookup-options.ts';

/** One setting and its names. */
export interface Setting {
  /** Its path in the options and in a configuration file. */
  readonly path: string;
  /** The command line's option, without the dashes. */
  readonly flag: string;
  /** The placeholder of the option's value in the help. */
  readonly placeholder: string;
  /** The environment variable. */
  readonly variable: string;
  /** Its description in the help. */
  readonly description: string;
  /** Its default, as the help shows it. */
  readonly defaultText: string;
  /** Text into the value that the options take. */
  readonly parse: (text: string) => ParsedText;
}

export type ParsedText = { readonly value: unknown } | { readonly fault: OriginFault };

// Text that cannot be converted is passed on as it is: the check of the options reports it.
const asText = (text: string): ParsedText => ({ value: text });
const asNumber = (text: string): ParsedText => ({
  value: /^\d+$/.test(text) ? Number(text) : text,
});
const asBoolean = (text: string): ParsedText => ({
  value: text === 'true' ? true : text === 'false' ? false : text,
});
const asPagePort = (text: string): ParsedText =>
  text === 'true' ? { value: DEFAULT_PAGE_PORT } : asNumber(text);
const asNames = (text: string): ParsedText => ({
  value: text.split(',').map((name) => name.trim()),
});
const asOrigin = (text: string): ParsedText => {
  const parsed = parseOriginText(text);
  return 'fault' in parsed ? parsed : { value: parsed.setting };
};

/** Every setting that flags and environment can give. Values are checked elsewhere. */
export const SETTINGS: readonly Setting[] = [
  {
    path: 'port',
    flag: 'port',
    placeholder: '<number>',
    variable: 'PORT',
    description: 'TCP port to listen on; 0 takes any free one',
    defaultText: String(DEFAULTS.port),
    parse: asNumber,
  },
  {
    path: 'host',
    flag: 'host',
    placeholder: '<name>',
    variable: 'HOST',
    description: 'name or address to listen at; 0.0.0.0 is every address of this machine',
    defaultText: DEFAULTS.host,
    parse: asText,
  },
  {
    path: 'database',
    flag: 'database',
    placeholder: '<path>',
    variable: 'DATABASE_URL',
    description: 'SQLite file',
    defaultText: 'the bundled USDA foods',
    parse: asText,
  },
  {
    path: 'table',
    flag: 'table',
    placeholder: '<name>',
    variable: 'FOOD_TABLE',
    description: 'table or view that holds the entries',
    defaultText: DEFAULT_TABLE,
    parse: asText,
  },
  {
    path: 'key',
    flag: 'key',
    placeholder: '<column>',
    variable: 'FOOD_KEY',
    description: 'column to order the entries by',
    defaultText: 'the primary key',
    parse: asText,
  },
  {
    path: 'page',
    flag: 'page',
    placeholder: '[port]',
    variable: 'PAGE_PORT',
    description: `serve the page too, on this port; without one, on ${DEFAULT_PAGE_PORT}`,
    defaultText: 'no page',
    parse: asPagePort,
  },
  {
    path: 'apiUrl',
    flag: 'api-url',
    placeholder: '<address>',
    variable: 'API_URL',
    description: 'address at which browsers find the service, for the page to use',
    defaultText: 'where it listens',
    parse: asText,
  },
  {
    path: 'cors.origin',
    flag: 'origin',
    placeholder: '<setting>',
    variable: 'CORS_ORIGIN',
    description:
      'origins that may read the answers: true, false, *, an origin, /expression/, or a list',
    defaultText: String(DEFAULTS.cors.origin),
    parse: asOrigin,
  },
  {
    path: 'cors.credentials',
    flag: 'credentials',
    placeholder: '[true|false]',
    variable: 'CORS_CREDENTIALS',
    description: 'whether pages may send cookies and read what comes back',
    defaultText: 'false',
    parse: asBoolean,
  },
  {
    path: 'cors.allowedHeaders',
    flag: 'allowed-headers',
    placeholder: '<names>',
    variable: 'CORS_ALLOWED_HEADERS',
    description: 'request headers that pages may send, separated by commas',
    defaultText: 'whichever they ask for',
    parse: asNames,
  },
  {
    path: 'cors.exposedHeaders',
    flag: 'exposed-headers',
    placeholder: '<names>',
    variable: 'CORS_EXPOSED_HEADERS',
    description: 'response headers that scripts may read, separated by commas',
    defaultText: 'none but those they always may',
    parse: asNames,
  },
  {
    path: 'cors.maxAge',
    flag: 'max-age',
    placeholder: '<seconds>',
    variable: 'CORS_MAX_AGE',
    description: "how long browsers may remember a preflight's answer, 0 to 86400",
    defaultText: 'as browsers like',
    parse: asNumber,
  },
  {
    path: 'logLevel',
    flag: 'log-level',
    placeholder: '<level>',
    variable: 'LOG_LEVEL',
    description: `how much is logged: ${LOG_LEVELS.join(', ')}`,
    defaultText: DEFAULTS.logLevel,
    parse: asText,
  },
];

/** How the configuration file is named, which cannot be a setting in that file. */
export const CONFIG_FILE = {
  flag: 'config',
  placeholder: '<path>',
  variable: 'FOOD_LOOKUP_CONFIG',
  description: 'configuration file',
  defaultNames: ['food-lookup.config.mjs', 'food-lookup.config.js', 'food-lookup.config.json'],
} as const;
