import { availableParallelism } from 'node:os';
import type { EntrySource } from '../catalog/entry-store.ts';
import { ALL_FIELDS } from '../catalog/table/offered-fields.ts';
import { AwaitedDatabase } from '../data/awaited-database.ts';
import { isOptionsObject } from '../errors/options-object.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '../http/server/limits.ts';
import { checkCors } from './check-cors.ts';
import { checkTls } from './check-tls.ts';
import { unknownSettings, valueFaults } from './check-values.ts';
import { ConfigurationError, type ConfigurationFault } from './configuration-error.ts';
import { DEFAULTS, type FoodLookupOptions } from './food-lookup-options.ts';
import type { FoodLookupSettings } from './food-lookup-settings.ts';
import { readFuzzyOptions } from './fuzzy-options.ts';

/** Options that were checked, and their database. */
export interface CheckedOptions {
  readonly settings: FoodLookupSettings;
  /** Open for reading, unless it may be waited for. */
  readonly database: AwaitedDatabase;
}

/** What is known of options from where they were read. */
export interface OptionsOrigin {
  /** Faults found there. Those of the check come behind them. */
  readonly found?: readonly ConfigurationFault[];
  /** The name that the user gave a setting by. Default: its path. */
  readonly nameOf?: (where: string) => string;
}

/**
 * Checks options of any kind, even if their type is wrong, and fills in the defaults. Either all of
 * their faults are returned, or there are none. Nothing is started, but the database is opened; with
 * `wait`, only its address is checked, so that a service can listen before its database does.
 */
export async function checkOptions(
  options: unknown,
  { found = [], nameOf = (where) => where }: OptionsOrigin = {},
): Promise<CheckedOptions | { readonly faults: readonly ConfigurationFault[] }> {
  const faults = unknownSettings(options);
  const named = () => [
    ...found,
    ...faults.map(({ where, message }) => ({ where: nameOf(where), message })),
  ];
  if (!isOptionsObject(options)) return { faults: named() };
  faults.push(...valueFaults(options));
  const given: FoodLookupOptions = options;
  const source: EntrySource = {
    database: given.database ?? DEFAULTS.database,
    table: given.table,
    key: given.key,
    fields: given.fields ?? (isBundled(given) ? [ALL_FIELDS] : []),
  };
  const cors = checkCors(given);
  if ('faults' in cors) faults.push(...cors.faults);
  const words = faults.some(({ where }) => where === 'language' || where === 'synonyms')
    ? { faults: [] }
    : readFuzzyOptions(given);
  if ('faults' in words) faults.push(...words.faults);
  const tls = checkTls(given, faults);
  if (given.socket !== undefined && given.page !== undefined && given.apiUrl === undefined) {
    const message = 'The page cannot call a Unix socket. Set apiUrl to the address of the proxy.';
    faults.push({ where: 'socket', message });
  }
  if (!faults.some(({ where }) => where.endsWith('TimeoutSeconds'))) {
    faults.push(...timeoutFaults(given));
  }
  const isReadable = !faults.some(({ where }) => where in source);
  // Whatever else is wrong is reported without a wait.
  const waitMs = faults.length + found.length === 0 ? (given.wait ?? DEFAULTS.wait) * 1000 : 0;
  const database = new AwaitedDatabase({ source, waitMs, nameOf });
  const atOnce = isReadable
    ? await faultsOf(waitMs === 0 ? database.open() : database.check())
    : [];
  if (found.length + faults.length + atOnce.length > 0 || 'faults' in cors || 'faults' in words) {
    await database.close();
    return { faults: [...named(), ...atOnce] };
  }

  const settings = {
    port: given.port ?? DEFAULTS.port,
    host: given.host ?? DEFAULTS.host,
    allowedHosts: Object.freeze([...(given.allowedHosts ?? [])]),
    source,
    fuzzy: words.fuzzy,
    refreshSeconds: given.refresh ?? DEFAULTS.refresh,
    threads: threadsOf(given.threads ?? DEFAULTS.threads),
    page: given.page,
    apiUrl: given.apiUrl,
    cors: cors.options,
    corsPolicy: cors.policy,
    logLevel: given.logLevel ?? DEFAULTS.logLevel,
    accessLog: given.accessLog ?? false,
    metricsPort: given.metricsPort,
    metricsHost: given.metricsHost ?? DEFAULTS.metricsHost,
    rateLimit: given.rateLimit,
    drainDelaySeconds: given.drainDelaySeconds ?? 0,
    compression: given.compression ?? false,
    cacheControl: given.cacheControl ?? DEFAULTS.cacheControl,
    socket: given.socket,
    tls,
    hsts: given.hsts,
    trustProxy: Object.freeze([...(given.trustProxy ?? [])]),
    limits: limitsOf(given),
  };
  return { settings: Object.freeze(settings), database };
}

/** The headers are part of the request: Node refuses a longer time for them. */
function timeoutFaults({
  headersTimeoutSeconds: headers = DEFAULTS.headersTimeoutSeconds,
  requestTimeoutSeconds: request = DEFAULTS.requestTimeoutSeconds,
}: FoodLookupOptions): ConfigurationFault[] {
  if (!(headers > request)) return [];
  const message = `Cannot give the headers ${headers} s and the whole request ${request} s. Use at most ${request}, or a longer requestTimeoutSeconds.`;
  return [{ where: 'headersTimeoutSeconds', message }];
}

function limitsOf({
  maxConnections = DEFAULTS.maxConnections,
  headersTimeoutSeconds = DEFAULTS.headersTimeoutSeconds,
  requestTimeoutSeconds = DEFAULTS.requestTimeoutSeconds,
  keepAliveTimeoutSeconds = DEFAULTS.keepAliveTimeoutSeconds,
}: FoodLookupOptions): ServerLimits {
  return {
    ...DEFAULT_LIMITS,
    maxConnections,
    headersTimeoutMs: headersTimeoutSeconds * 1_000,
    requestTimeoutMs: requestTimeoutSeconds * 1_000,
    keepAliveTimeoutMs: keepAliveTimeoutSeconds * 1_000,
  };
}

function isBundled({ database = DEFAULTS.database }: FoodLookupOptions): boolean {
  return database === DEFAULTS.database;
}

/** `auto` is one for each core. */
function threadsOf(threads: number | 'auto'): number {
  return threads === 'auto' ? availableParallelism() : threads;
}

/** The faults that a database was found to have, under the names that the user gave. */
async function faultsOf(asked: Promise<unknown>): Promise<readonly ConfigurationFault[]> {
  try {
    await asked;
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults;
  }
}
