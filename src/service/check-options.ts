import { availableParallelism } from 'node:os';
import { DatabaseError } from '../catalog/database-error.ts';
import type { EntrySource } from '../catalog/entry-store.ts';
import { ALL_FIELDS, possibleFields, unknownFields } from '../catalog/offered-fields.ts';
import type { FuzzyOptions } from '../catalog/search-options.ts';
import {
  CorsConfigurationError,
  type CorsOptions,
  type CorsPolicy,
  createCorsPolicy,
  lintOptions,
  type OriginFault,
} from '../cors/index.ts';
import { isOptionsObject, type OptionsObject, whyNoOptions } from '../cors/options-object.ts';
import { show } from '../cors/origin-fault.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '../http/server/limits.ts';
import { serverUrl } from '../http/server/server-url.ts';
import { readTls, TlsError, type TlsFiles } from '../http/server/tls.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import { DEFAULTS, type FoodLookupOptions, type LogLevel } from './food-lookup-options.ts';
import { readFuzzyOptions } from './fuzzy-options.ts';
import { type OpenDatabase, openDatabaseWithin } from './open-database.ts';
import { SETTINGS, type SettingForm } from './settings.ts';

/** Valid options with the defaults filled in. */
export interface FoodLookupSettings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly source: EntrySource;
  readonly fuzzy: FuzzyOptions;
  readonly refreshSeconds: number;
  readonly threads: number;
  readonly page: number | undefined;
  readonly apiUrl: string | undefined;
  readonly cors: CorsOptions;
  readonly corsPolicy: CorsPolicy;
  readonly logLevel: LogLevel;
  readonly accessLog: boolean;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly rateLimit: number | undefined;
  readonly trustProxy: readonly string[];
  readonly limits: ServerLimits;
  readonly drainDelaySeconds: number;
  readonly cacheControl: string;
  readonly compression: boolean;
  readonly socket: string | undefined;
  readonly tls: TlsFiles | undefined;
  readonly hsts: number | undefined;
}

/** The settings at the top of the options. The policy engine checks those of `cors` itself. */
const OWN_SETTINGS = SETTINGS.filter(({ path }) => !path.includes('.'));

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

/** Reads the certificate, so that one that cannot be used is reported before anything starts. */
function checkTls(
  { tlsCert: cert, tlsKey: key }: FoodLookupOptions,
  faults: ConfigurationFault[],
): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const [where, missing] = cert === undefined ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey'];
    faults.push({ where, message: `Cannot use ${where} alone. Set ${missing} too.` });
    return undefined;
  }
  try {
    readTls({ cert, key });
  } catch (error) {
    if (!(error instanceof TlsError)) throw error;
    faults.push({ where: 'tlsCert', message: error.message });
  }
  return { cert, key };
}

/**
 * Faults of the options as a whole: something that is not an object of options, or settings that do
 * not exist. Taken as they are, they would leave defaults in force that nobody asked for.
 */
export function unknownSettings(options: unknown): ConfigurationFault[] {
  if (!isOptionsObject(options)) {
    const message = `Cannot use ${show(options)} as options: ${whyNoOptions(options)}. Use an object such as { port: 8080 }.`;
    return [{ where: '', message }];
  }
  const known = [...OWN_SETTINGS.map(({ path }) => path), 'cors'];
  return Object.keys(options)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      where: key,
      message: `Unknown setting ${show(key)}. Use ${known.join(', ')}.`,
    }));
}

function valueFaults(options: OptionsObject): ConfigurationFault[] {
  return OWN_SETTINGS.flatMap(({ path, form, values }) => {
    const { [path]: value } = options;
    if (value === undefined) return [];
    return misfits(form, path, value).map(({ where, value: misfit }) => ({
      where,
      message: `Cannot use ${where} ${show(misfit)}. Use ${values}.`,
    }));
  });
}

/** What does not fit the form of a setting: the value itself, or elements of a list. */
function misfits(
  form: SettingForm,
  where: string,
  value: unknown,
): { readonly where: string; readonly value: unknown }[] {
  if (form.kind !== 'names' || !Array.isArray(value)) {
    return fits(form, value) ? [] : [{ where, value }];
  }
  const { accepts = () => true } = form;
  return value.flatMap((name: unknown, i) =>
    typeof name === 'string' && accepts(name) ? [] : [{ where: `${where}[${i}]`, value: name }],
  );
}

function fits(form: SettingForm, value: unknown): boolean {
  switch (form.kind) {
    case 'integer':
      if (form.hasAuto && value === 'auto') return true;
      return (
        typeof value === 'number' &&
        Number.isInteger(value) &&
        value >= form.min &&
        value <= form.max
      );
    case 'text':
      return typeof value === 'string' && form.accepts(value);
    case 'choice':
      return form.among.some((one) => one === value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'names':
      return false;
    case 'origin':
      return true;
  }
}

/** The `cors` options in force: those given, and the default origin if they have none. */
export function effectiveCorsOptions(
  given: FoodLookupOptions,
): { readonly options: CorsOptions } | { readonly faults: readonly OriginFault[] } {
  const { cors = {} } = given;
  if (!isOptionsObject(cors)) return { faults: lintOptions(cors) };
  return {
    options:
      cors.origin === undefined
        ? { ...cors, ...defaultCors(given) }
        : { ...cors, origin: cors.origin },
  };
}

/** The page is the first that should work, on whichever port it is served. */
function defaultCors(given: FoodLookupOptions): CorsOptions {
  const { page = 0, host = DEFAULTS.host } = given;
  const isUsable = valueFaults({ page, host }).length === 0;
  return isUsable && page > 0
    ? { origin: serverUrl(host, page, given.tlsCert === undefined ? 'http' : 'https') }
    : DEFAULTS.cors;
}

/** The policy of the `cors` options in force, or what is wrong with them. */
export function checkCors(
  given: FoodLookupOptions,
):
  | { readonly options: CorsOptions; readonly policy: CorsPolicy }
  | { readonly faults: readonly ConfigurationFault[] } {
  const inForce = effectiveCorsOptions(given);
  if ('faults' in inForce) return { faults: inForce.faults.map(toCorsFault) };
  const { options } = inForce;
  if (options.methods !== undefined) return { faults: [FIXED_METHODS] };
  try {
    return { options, policy: createCorsPolicy(options) };
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return { faults: error.faults.map(toCorsFault) };
  }
}

const FIXED_METHODS: ConfigurationFault = {
  where: 'cors.methods',
  message: 'Cannot use cors.methods: the service only reads, so pages may use GET and HEAD.',
};

/** The engine does not know that its options are a part of others. */
function toCorsFault({ where, message }: OriginFault): ConfigurationFault {
  return { where: where === 'options' ? 'cors' : `cors.${where}`, message };
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
