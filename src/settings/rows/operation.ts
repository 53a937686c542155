import { isProxyText } from '../../http/callers/caller.ts';
import { DEFAULT_LIMITS } from '../../http/server/limits.ts';
import { choice, integer, names, type SettingGroup, seconds } from '../setting-types.ts';
import { FILE_PATH, HOST, PORT, SWITCH } from './server.ts';

// The operation settings, with their defaults and help: log, metrics, limits, proxies, TLS and
// others.

/** Log levels, from everything to nothing. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const CONNECTIONS = {
  placeholder: '<number>',
  type: integer(1, 1_000_000),
  values: 'a whole number from 1 to 1000000',
} as const;

export const OPERATION_SETTINGS = {
  logLevel: {
    placeholder: '<level>',
    type: choice(LOG_LEVELS),
    values: `one of ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    description: 'lowest level of messages to log',
  },
  logFormat: {
    placeholder: '<format>',
    type: choice(['auto', 'text', 'json', 'journal']),
    values:
      'text for people, json for one object per line, journal with priorities for journald, or auto: text on a terminal, else json',
    default: 'auto',
    description: 'format of the log and of the events on stdout',
  },
  accessLog: {
    ...SWITCH,
    description: 'log each request, without its search text',
  },
  metricsPort: {
    placeholder: '<number>',
    ...PORT,
    defaultText: 'no metrics',
    description: 'TCP port on which /metrics is served for Prometheus',
  },
  metricsHost: {
    placeholder: '<name>',
    ...HOST,
    default: 'localhost',
    description: 'host name or address for the metrics port to listen on',
  },
  countMisses: {
    ...SWITCH,
    description: 'count searches without results, by text, for /misses on the metrics port',
    remarks: '`food-lookup stats` prints them. Lists at most 1,000 queries, and no addresses.',
  },
  rateLimit: {
    placeholder: '<requests>',
    type: integer(1, 1_000_000_000),
    values: 'a whole number, 1 or more',
    defaultText: 'no limit',
    description: 'maximum requests under /api per client address per minute',
  },
  trustProxy: {
    placeholder: '<addresses>',
    type: names(isProxyText),
    values: 'addresses, subnets such as 10.0.0.0/8, loopback or private',
    default: [],
    defaultText: 'none',
    description: 'proxies whose X-Forwarded-For and X-Request-Id headers are trusted',
  },
  socket: {
    variable: 'LISTEN_SOCKET',
    ...FILE_PATH,
    values: 'a path such as /run/food-lookup.sock',
    defaultText: 'a port',
    description: 'Unix socket to listen on instead of a port',
  },
  tlsCert: {
    ...FILE_PATH,
    values: 'the path of a PEM file, with the chain',
    defaultText: 'plain http',
    description: 'certificate for https, reloaded when it changes',
    remarks: 'The page is served with the same certificate.',
  },
  tlsKey: {
    ...FILE_PATH,
    values: 'the path of a PEM file',
    defaultText: 'plain http',
    description: 'private key of the certificate',
  },
  hsts: {
    ...seconds(0, 63_072_000),
    defaultText: 'not sent',
    description: 'how long browsers must use https for this host (Strict-Transport-Security)',
  },
  maxConnections: {
    ...CONNECTIONS,
    default: DEFAULT_LIMITS.maxConnections,
    description: 'maximum number of open connections; more are closed immediately',
  },
  maxConnectionsPerAddress: {
    ...CONNECTIONS,
    defaultText: 'half of --max-connections',
    description:
      'maximum connections per client address, enforced once over half of --max-connections are open',
    remarks: 'This machine, Unix sockets and trusted proxies are exempt; IPv6 counts by /64.',
  },
  requestTimeoutSeconds: {
    ...seconds(1, 3_600),
    default: DEFAULT_LIMITS.requestTimeoutMs / 1_000,
    description: 'time limit for a whole request to arrive',
  },
  keepAliveTimeoutSeconds: {
    ...seconds(1, 3_600),
    default: DEFAULT_LIMITS.keepAliveTimeoutMs / 1_000,
    description: "how long an idle connection stays open; use more than your proxy's limit",
    remarks: 'Most proxies keep idle connections for 60 seconds.',
  },
} as const satisfies SettingGroup;
