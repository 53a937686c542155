import { availableParallelism } from 'node:os';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import { ALL_FIELDS, possibleFields, unknownFields } from '../catalog/offered-fields.ts';
import { isOptionsObject } from '../cors/options-object.ts';
import { show } from '../cors/origin-fault.ts';
import { DEFAULT_LIMITS } from '../http/server/limits.ts';
import { checkCors } from './check-cors.ts';
import { checkTls } from './check-tls.ts';
import { unknownSettings, valueFaults } from './check-values.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import { DEFAULTS, type FoodLookupOptions } from './food-lookup-options.ts';
import type { FoodLookupSettings } from './food-lookup-settings.ts';
import { readFuzzyOptions } from './fuzzy-options.ts';
import { type OpenDatabase, openDatabaseWithin } from './open-database.ts';

/** Options that were checked, and the database of theirs, open for reading. */
export interface CheckedOptions {
  readonly settings: FoodLookupSettings;
  readonly database: OpenDatabase;
}

/**
 * Checks options of any kind, even if their type is wrong, and fills in the defaults. Either all of
 * their faults are returned, or there are none. Nothing is started, but the database is opened.
 */
export async function checkOptions(
  options: unknown,
): Promise<CheckedOptions | { readonly faults: readonly ConfigurationFault[] }> {
  const faults = unknownSettings(options);
  if (!isOptionsObject(options)) return { faults };
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
  const isReadable = !faults.some(({ where }) => where in source);
  // Whatever else is wrong is reported without a wait.
  const waitMs = faults.length === 0 ? (given.wait ?? 0) * 1000 : 0;
  const database = isReadable ? await openOrFault(source, waitMs, faults) : undefined;
  if (database !== undefined) faults.push(...fieldFaults(database, source));
  if (faults.length > 0 || database === undefined || 'faults' in cors || 'faults' in words) {
    await database?.close();
    return { faults };
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
    limits: {
      ...DEFAULT_LIMITS,
      maxConnections: given.maxConnections ?? DEFAULT_LIMITS.maxConnections,
    },
  };
  return { settings: Object.freeze(settings), database };
}

function isBundled({ database = DEFAULTS.database }: FoodLookupOptions): boolean {
  return database === DEFAULTS.database;
}

function fieldFaults(
  { snapshot }: OpenDatabase,
  { fields = [] }: EntrySource,
): ConfigurationFault[] {
  return unknownFields(snapshot.columns, fields).map((field) => ({
    where: 'fields',
    message: `Cannot offer field ${show(field)}: the table does not have it. Use ${ALL_FIELDS} or some of ${possibleFields(snapshot.columns).join(', ')}.`,
  }));
}

/** `auto` is one for each core. */
function threadsOf(threads: number | 'auto'): number {
  return threads === 'auto' ? availableParallelism() : threads;
}

async function openOrFault(
  source: EntrySource,
  waitMs: number,
  faults: ConfigurationFault[],
): Promise<OpenDatabase | undefined> {
  try {
    return await openDatabaseWithin(source, waitMs);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    faults.push({ where: 'database', message: error.message });
    return undefined;
  }
}
