import { DEFAULT_TABLE } from '../catalog/entry-store.ts';
import { LANGUAGES } from '../catalog/search-options.ts';
import { isProxyText } from '../http/trusted-proxies.ts';
import { DEFAULT_PAGE_PORT, DEFAULTS, LOG_LEVELS } from './food-lookup-options.ts';

// The one list of settings: flags, variables, the configuration file, help, checks and
// docs/configuration.md are made from it. The help reads it, so it loads nothing that checks.

/** The values that a setting accepts, used to validate it and to parse it from text. */
export type SettingForm =
  /** A whole number from `min` to `max`, or `auto` where that is possible. */
  | {
      readonly kind: 'integer';
      readonly min: number;
      readonly max: number;
      readonly hasAuto?: true;
    }
  | { readonly kind: 'text'; readonly accepts: (text: string) => boolean }
  | { readonly kind: 'choice'; readonly among: readonly [string, ...string[]] }
  | { readonly kind: 'boolean' }
  /** A list of names. Those of headers are checked with the CORS options. */
  | { readonly kind: 'names'; readonly accepts?: (name: string) => boolean }
  /** Whatever the policy engine takes as `origin`. */
  | { readonly kind: 'origin' };

/** One setting, and the names it goes by. */
export interface Setting {
  /** Under which heading the help and the documentation list it. */
  readonly group: 'Server' | 'Foods' | 'Page' | 'CORS' | 'Operation';
  /** Its path in the options and in a configuration file. Settings of `cors` are checked there. */
  readonly path: string;
  /** The flag, without its dashes. */
  readonly flag: string;
  /** The flag's value in the help; in square brackets where the flag may be given alone. */
  readonly placeholder: string;
  /** The value of the flag given alone. Default: true. */
  readonly alone?: unknown;
  /** The environment variable. */
  readonly variable: string;
  readonly description: string;
  readonly form: SettingForm;
  /** The values in words, as they follow "Use". */
  readonly values: string;
  /** What applies where it is not set. */
  readonly defaultText: string;
}

const PORT = {
  form: { kind: 'integer', min: 0, max: 65_535 },
  values: 'a whole number from 0 to 65535; 0 takes any free port',
} as const;

const HOST = {
  form: { kind: 'text', accepts: (text: string) => /^[\w.:%-]+$/.test(text) },
  values: 'a name or an address such as localhost or ::1; 0.0.0.0 means all addresses',
} as const;

const SECONDS = {
  form: { kind: 'integer', min: 0, max: 86_400 },
  values: 'a whole number of seconds from 0 to 86400',
} as const;

const TIMEOUT = {
  placeholder: '<seconds>',
  form: { kind: 'integer', min: 1, max: 3_600 },
  values: 'a whole number of seconds from 1 to 3600',
} as const;

const ANY_TEXT = { kind: 'text', accepts: (text: string) => text !== '' } as const;

/** Every setting, in the order of the help. */
export const SETTINGS: readonly Setting[] = [
  {
    group: 'Server',
    path: 'port',
    flag: 'port',
    placeholder: '<number>',
    variable: 'PORT',
    description: 'TCP port to listen on',
    ...PORT,
    defaultText: String(DEFAULTS.port),
  },
  {
    group: 'Server',
    path: 'host',
    flag: 'host',
    placeholder: '<name>',
    variable: 'HOST',
    description: 'host name or address to listen on',
    ...HOST,
    defaultText: DEFAULTS.host,
  },
  {
    group: 'Server',
    path: 'allowedHosts',
    flag: 'allowed-hosts',
    placeholder: '<names>',
    variable: 'ALLOWED_HOSTS',
    description: "Host names to accept besides this machine's own",
    form: { kind: 'names', accepts: (name) => /^[\w.-]+$/.test(name) },
    values: 'names such as food.example.com without ports, separated by commas',
    defaultText: 'none on localhost; elsewhere, all',
  },
  {
    group: 'Server',
    path: 'threads',
    flag: 'threads',
    placeholder: '<count>',
    variable: 'FOOD_THREADS',
    description: 'number of threads that serve; they share the port and the foods in memory',
    form: { kind: 'integer', min: 1, max: 64, hasAuto: true },
    values: 'a whole number from 1 to 64, or auto for one per core',
    defaultText: String(DEFAULTS.threads),
  },
  {
    group: 'Server',
    path: 'cacheControl',
    flag: 'cache-control',
    placeholder: '<directives>',
    variable: 'CACHE_CONTROL',
    description: 'Cache-Control header of search responses',
    form: { kind: 'text', accepts: (text) => /^[\x21-\x7e][\x20-\x7e]*$/.test(text) },
    values: 'directives such as "public, max-age=60"',
    defaultText: DEFAULTS.cacheControl,
  },
  {
    group: 'Server',
    path: 'compression',
    flag: 'compression',
    placeholder: '[true|false]',
    variable: 'COMPRESSION',
    description: 'compress search responses with Brotli or gzip if the client accepts it',
    form: { kind: 'boolean' },
    values: 'true or false',
    defaultText: 'false',
  },
  {
    group: 'Server',
    path: 'drainDelaySeconds',
    flag: 'drain-delay',
    placeholder: '<seconds>',
    variable: 'DRAIN_DELAY_SECONDS',
    description: 'how long to keep serving on shutdown, after /health/ready starts returning 503',
    form: { kind: 'integer', min: 0, max: 300 },
    values: 'a whole number of seconds from 0 to 300',
    defaultText: '0',
  },
  {
    group: 'Foods',
    path: 'database',
    flag: 'database',
    placeholder: '<database>',
    variable: 'DATABASE_URL',
    description: 'database that contains the foods',
    form: ANY_TEXT,
    values: 'the path of a SQLite file, or postgres://user:password@host/name',
    defaultText: 'the bundled USDA foods',
  },
  {
    group: 'Foods',
    path: 'table',
    flag: 'table',
    placeholder: '<name>',
    variable: 'FOOD_TABLE',
    description: 'table or view that contains the foods',
    form: ANY_TEXT,
    values: 'the name of a table or view such as entries',
    defaultText: DEFAULT_TABLE,
  },
  {
    group: 'Foods',
    path: 'key',
    flag: 'key',
    placeholder: '<column>',
    variable: 'FOOD_KEY',
    description: 'column to look up and order the foods by',
    form: ANY_TEXT,
    values: 'the name of a column such as id',
    defaultText: 'look up by id, ndb_no, fdc_id or code, if unique; order by primary key',
  },
  {
    group: 'Foods',
    path: 'fields',
    flag: 'fields',
    placeholder: '<names>',
    variable: 'FOOD_FIELDS',
    description: 'additional columns that callers may request',
    form: { kind: 'names' },
    values: 'names of columns, separated by commas, or * for all of them',
    defaultText: 'all for the bundled table, none for other tables',
  },
  {
    group: 'Foods',
    path: 'language',
    flag: 'language',
    placeholder: '<language>',
    variable: 'FOOD_LANGUAGE',
    description: 'the language of the descriptions, for match=fuzzy',
    form: { kind: 'choice', among: LANGUAGES },
    values: `one of ${LANGUAGES.join(', ')}; none matches words as they are`,
    defaultText: DEFAULTS.language,
  },
  {
    group: 'Foods',
    path: 'synonyms',
    flag: 'synonyms',
    placeholder: '<path>',
    variable: 'FOOD_SYNONYMS',
    description: 'file with more names of foods, for match=fuzzy',
    form: ANY_TEXT,
    values: 'the path of a text file like data/synonyms.tsv',
    defaultText: 'only the bundled names',
  },
  {
    group: 'Foods',
    path: 'refresh',
    flag: 'refresh',
    placeholder: '<seconds>',
    variable: 'FOOD_REFRESH',
    description: 'how often to check whether the foods have changed; 0 turns it off',
    ...SECONDS,
    defaultText: String(DEFAULTS.refresh),
  },
  {
    group: 'Foods',
    path: 'wait',
    flag: 'wait',
    placeholder: '<seconds>',
    variable: 'FOOD_WAIT',
    description: 'how long to wait for the database at startup',
    ...SECONDS,
    defaultText: String(DEFAULTS.wait),
  },
  {
    group: 'Page',
    path: 'page',
    flag: 'page',
    placeholder: '[port]',
    alone: DEFAULT_PAGE_PORT,
    variable: 'PAGE_PORT',
    description: `also serve the page, on this port or else on ${DEFAULT_PAGE_PORT}`,
    ...PORT,
    defaultText: 'no page',
  },
  {
    group: 'Page',
    path: 'apiUrl',
    flag: 'api-url',
    placeholder: '<address>',
    variable: 'API_URL',
    description: 'URL at which the page reaches the service',
    form: {
      kind: 'text',
      accepts: (text) => /^https?:\/\/[^?#\s]+$/.test(text) && URL.canParse(text),
    },
    values: 'a URL such as https://food.example.com, without ? and #',
    defaultText: 'where the service listens',
  },
  {
    group: 'CORS',
    path: 'cors.origin',
    flag: 'origin',
    placeholder: '<setting>',
    variable: 'CORS_ORIGIN',
    description: 'origins that may read the answers',
    form: { kind: 'origin' },
    values: 'true, false, *, an origin, /expression/ or a list of these',
    defaultText: `the page's origin, else ${DEFAULTS.cors.origin}`,
  },
  {
    group: 'CORS',
    path: 'cors.credentials',
    flag: 'credentials',
    placeholder: '[true|false]',
    variable: 'CORS_CREDENTIALS',
    description: 'allow pages to send cookies and read the answers',
    form: { kind: 'boolean' },
    values: 'true or false; not with an origin of * or true',
    defaultText: 'false',
  },
  {
    group: 'CORS',
    path: 'cors.allowedHeaders',
    flag: 'allowed-headers',
    placeholder: '<names>',
    variable: 'CORS_ALLOWED_HEADERS',
    description: 'request headers that pages may send',
    form: { kind: 'names' },
    values: 'header names, separated by commas',
    defaultText: 'any that a preflight asks for',
  },
  {
    group: 'CORS',
    path: 'cors.exposedHeaders',
    flag: 'exposed-headers',
    placeholder: '<names>',
    variable: 'CORS_EXPOSED_HEADERS',
    description: 'response headers that scripts may read, besides the CORS-safelisted ones',
    form: { kind: 'names' },
    values: 'header names, separated by commas',
    defaultText: 'none',
  },
  {
    group: 'CORS',
    path: 'cors.maxAge',
    flag: 'max-age',
    placeholder: '<seconds>',
    variable: 'CORS_MAX_AGE',
    description: 'how long browsers may cache a preflight response',
    form: { kind: 'integer', min: -1, max: 86_400 },
    values: 'a whole number of seconds from 0 to 86400; -1: never',
    defaultText: 'not sent: browsers cache it for 5 seconds',
  },
  {
    group: 'Operation',
    path: 'logLevel',
    flag: 'log-level',
    placeholder: '<level>',
    variable: 'LOG_LEVEL',
    description: 'lowest level of messages to log',
    form: { kind: 'choice', among: LOG_LEVELS },
    values: `one of ${LOG_LEVELS.join(', ')}`,
    defaultText: DEFAULTS.logLevel,
  },
  {
    group: 'Operation',
    path: 'accessLog',
    flag: 'access-log',
    placeholder: '[true|false]',
    variable: 'ACCESS_LOG',
    description: 'log each request, without its search text',
    form: { kind: 'boolean' },
    values: 'true or false',
    defaultText: 'false',
  },
  {
    group: 'Operation',
    path: 'metricsPort',
    flag: 'metrics-port',
    placeholder: '<number>',
    variable: 'METRICS_PORT',
    description: 'TCP port on which /metrics is served for Prometheus',
    ...PORT,
    defaultText: 'no metrics',
  },
  {
    group: 'Operation',
    path: 'metricsHost',
    flag: 'metrics-host',
    placeholder: '<name>',
    variable: 'METRICS_HOST',
    description: 'host name or address for the metrics port to listen on',
    ...HOST,
    defaultText: DEFAULTS.metricsHost,
  },
  {
    group: 'Operation',
    path: 'rateLimit',
    flag: 'rate-limit',
    placeholder: '<requests>',
    variable: 'RATE_LIMIT',
    description: 'maximum requests per minute and client address under /api',
    form: { kind: 'integer', min: 1, max: 1_000_000_000 },
    values: 'a whole number, 1 or more',
    defaultText: 'no limit',
  },
  {
    group: 'Operation',
    path: 'trustProxy',
    flag: 'trust-proxy',
    placeholder: '<addresses>',
    variable: 'TRUST_PROXY',
    description: 'proxies whose X-Forwarded-For and X-Request-Id headers are trusted',
    form: { kind: 'names', accepts: isProxyText },
    values: 'addresses, subnets such as 10.0.0.0/8, loopback or private, separated by commas',
    defaultText: 'none',
  },
  {
    group: 'Operation',
    path: 'socket',
    flag: 'socket',
    placeholder: '<path>',
    variable: 'LISTEN_SOCKET',
    description: 'Unix socket to listen on instead of a port',
    form: ANY_TEXT,
    values: 'a path such as /run/food-lookup.sock',
    defaultText: 'a port',
  },
  {
    group: 'Operation',
    path: 'tlsCert',
    flag: 'tls-cert',
    placeholder: '<path>',
    variable: 'TLS_CERT',
    description: 'certificate for https, reloaded when it changes',
    form: ANY_TEXT,
    values: 'the path of a PEM file, with the chain',
    defaultText: 'plain http',
  },
  {
    group: 'Operation',
    path: 'tlsKey',
    flag: 'tls-key',
    placeholder: '<path>',
    variable: 'TLS_KEY',
    description: 'private key of the certificate',
    form: ANY_TEXT,
    values: 'the path of a PEM file',
    defaultText: 'plain http',
  },
  {
    group: 'Operation',
    path: 'hsts',
    flag: 'hsts',
    placeholder: '<seconds>',
    variable: 'HSTS',
    description: 'how long browsers must use https for this host (Strict-Transport-Security)',
    form: { kind: 'integer', min: 0, max: 63_072_000 },
    values: 'a whole number of seconds from 0 to 63072000',
    defaultText: 'not sent',
  },
  {
    group: 'Operation',
    path: 'maxConnections',
    flag: 'max-connections',
    placeholder: '<number>',
    variable: 'MAX_CONNECTIONS',
    description: 'maximum number of open connections; any more are closed at once',
    form: { kind: 'integer', min: 1, max: 1_000_000 },
    values: 'a whole number from 1 to 1000000',
    defaultText: String(DEFAULTS.maxConnections),
  },
  {
    group: 'Operation',
    path: 'headersTimeoutSeconds',
    flag: 'headers-timeout',
    variable: 'HEADERS_TIMEOUT_SECONDS',
    description: 'time limit for the headers of a request to arrive; at most --request-timeout',
    ...TIMEOUT,
    defaultText: String(DEFAULTS.headersTimeoutSeconds),
  },
  {
    group: 'Operation',
    path: 'requestTimeoutSeconds',
    flag: 'request-timeout',
    variable: 'REQUEST_TIMEOUT_SECONDS',
    description: 'time limit for a whole request to arrive',
    ...TIMEOUT,
    defaultText: String(DEFAULTS.requestTimeoutSeconds),
  },
  {
    group: 'Operation',
    path: 'keepAliveTimeoutSeconds',
    flag: 'keep-alive-timeout',
    variable: 'KEEP_ALIVE_TIMEOUT_SECONDS',
    description: 'time for the next request on a connection; longer than that of a proxy in front',
    ...TIMEOUT,
    defaultText: String(DEFAULTS.keepAliveTimeoutSeconds),
  },
];

/** Where the configuration file is named. A file cannot name another one. */
export const CONFIG_FILE = {
  flag: 'config',
  placeholder: '<path>',
  variable: 'FOOD_LOOKUP_CONFIG',
  description: 'configuration file',
  defaultNames: ['food-lookup.config.mjs', 'food-lookup.config.js', 'food-lookup.config.json'],
} as const;
