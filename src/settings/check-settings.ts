import { availableParallelism } from 'node:os';
import type { EntrySource } from '../catalog/entry-store.ts';
import type { FuzzyOptions } from '../catalog/food-catalog.ts';
import { readNutrients } from '../catalog/nutrients.ts';
import { ALL_FIELDS, FIELDS_IF_ANY } from '../catalog/table/extra-columns.ts';
import type { CorsOptions, CorsPolicy } from '../cors/index.ts';
import { isOptionsObject, ownOptions } from '../errors/shown-value.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '../http/server/limits.ts';
import { readTls, TlsError, type TlsFiles } from '../http/server/tls.ts';
import { PRODUCT_COLUMNS } from '../interfaces/interface.ts';
import { BUNDLED_DATABASE, BUNDLED_DATABASES, bundledFoodsIn } from './bundled-foods.ts';
import { checkCors } from './check-cors.ts';
import {
  type ConfigurationFault,
  type Faulty,
  locateFaults,
  OPTION_NAMES,
  type SettingNames,
} from './configuration-error.ts';
import { readFuzzyOptions } from './fuzzy-options.ts';
import { type ReadValues, readValues, unknownSettings } from './read-values.ts';
import type { OptionKey, SettingValues } from './settings.ts';

// Checks all options, fills in defaults, and checks settings that depend on each other.

/** Valid settings: all values, and what is derived from them. */
export interface FoodLookupSettings extends SettingValues {
  readonly threads: number;
  readonly source: EntrySource;
  readonly fuzzy: FuzzyOptions;
  readonly cors: CorsOptions;
  readonly corsPolicy: CorsPolicy;
  readonly limits: ServerLimits;
  readonly tls: TlsFiles | undefined;
}

/** The faults in invalid settings, and the database, if the settings that name it are valid. */
export interface FaultySettings extends Faulty {
  readonly source: EntrySource | undefined;
}

/**
 * Checks options of any type, even a wrong one, and fills in the defaults. All faults are returned
 * together, under the names that the user used. Files are read, but nothing is started, and the
 * database is not opened.
 */
export function checkSettings(
  given: unknown,
  names: SettingNames = OPTION_NAMES,
): FoodLookupSettings | FaultySettings {
  const unrecognized = unknownSettings(given);
  if (!isOptionsObject(given))
    return { faults: locateFaults(unrecognized, names), source: undefined };

  const options = ownOptions(given);
  const read = readValues(options);
  const { values, areValid } = read;
  const source = sourceOf(values);
  const cors = checkCors(options.cors, values);
  const fuzzy = areValid('language', 'synonyms') ? readFuzzyOptions(values) : { faults: [] };
  const faults = [
    ...unrecognized,
    ...read.faults,
    ...('faults' in cors ? cors.faults : []),
    ...('faults' in fuzzy ? fuzzy.faults : []),
    ...COMBINED_CHECKS.flatMap((check) => check(read, names.name)),
  ];
  if (faults.length > 0 || 'faults' in cors || 'faults' in fuzzy) {
    const isKnown = !values.follow && areValid('database', 'table', 'key', 'names', 'fields');
    return { faults: locateFaults(faults, names), source: isKnown ? source : undefined };
  }
  return Object.freeze({
    ...values,
    threads: values.threads === 'auto' ? availableParallelism() : values.threads,
    source,
    fuzzy: fuzzy.fuzzy,
    cors: cors.options,
    corsPolicy: cors.policy,
    limits: limitsOf(values),
    tls: tlsOf(values),
  });
}

/** Settings that determine how a table is read. */
const TABLE_SETTINGS = ['foods', 'table', 'key', 'names', 'fields'] as const;

/** Returns the faults in settings that depend on each other or on files. */
type Check = (read: ReadValues, name: SettingNames['name']) => ConfigurationFault[];

const COMBINED_CHECKS: readonly Check[] = [
  ({ values: { countMisses, metricsPort }, areValid }, name) => {
    if (!countMisses || metricsPort !== undefined || !areValid('metricsPort')) return [];
    const message = `The counts can only be read on the metrics port. Set ${name('metricsPort')} too.`;
    return [{ where: 'countMisses', message }];
  },

  ({ values: { host, port, page, socket, metricsHost, metricsPort }, areValid }, name) => {
    if (!areValid('port', 'page', 'metricsPort')) return [];
    const others: [OptionKey, number | undefined][] = [
      ['page', page],
      ['metricsPort', metricsHost === host ? metricsPort : undefined],
    ];
    if (socket !== undefined || port === 0) return [];
    return others
      .filter(([, wanted]) => wanted === port)
      .map(([where]) => ({
        where,
        message: `Cannot use ${port}: it is the service's ${name('port')}. Use another.`,
      }));
  },

  ({ values: { socket, page, apiUrl }, areValid }, name) => {
    if (socket === undefined || page === undefined || apiUrl !== undefined) return [];
    if (!areValid('apiUrl')) return [];
    const message = `The page cannot call a Unix socket. Set ${name('apiUrl')} to the URL of the proxy.`;
    return [{ where: 'socket', message }];
  },

  ({ values: { foods, database }, areValid }, name) => {
    if (!areValid('foods', 'database') || foods === undefined) return [];
    if (database === BUNDLED_DATABASE) return [];
    const message = `Cannot use ${name('foods')} with ${name('database')}: ${name('foods')} is only for bundled foods. Remove one of them.`;
    return [{ where: 'foods', message }];
  },

  ({ values: { follow, index }, areValid }, name) => {
    if (!follow || index !== undefined || !areValid('index')) return [];
    const message = `There is nothing to follow. Set ${name('index')} to the URL or folder to which "food-lookup index --follow" publishes.`;
    return [{ where: 'follow', message }];
  },

  ({ values }, name) => {
    if (!values.follow) return [];
    const isDatabase = values.database !== BUNDLED_DATABASE;
    const given: OptionKey[] = TABLE_SETTINGS.filter((key) => values[key] !== undefined);
    return [...(isDatabase ? ['database' as const] : []), ...given].map((where) => ({
      where,
      message: `Cannot use ${name(where)} with ${name('follow')}: the foods come from the published index. Set it for food-lookup index instead.`,
    }));
  },

  ({ values: { license, attribution }, areValid }, name) => {
    if (!areValid('license', 'attribution')) return [];
    if (attribution === undefined || license !== undefined) return [];
    const message = `An attribution needs a license. Set ${name('license')} too.`;
    return [{ where: 'attribution', message }];
  },

  ({ values: { tlsCert, tlsKey }, areValid }, name) => {
    if (!areValid('tlsCert', 'tlsKey') || (tlsCert === undefined) === (tlsKey === undefined)) {
      return [];
    }
    const [where, missing]: [OptionKey, OptionKey] =
      tlsCert === undefined ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey'];
    return [{ where, message: `Cannot use ${name(where)} alone. Set ${name(missing)} too.` }];
  },

  // An unusable certificate is reported before anything starts.
  ({ values }) => {
    const files = tlsOf(values);
    if (files === undefined) return [];
    try {
      readTls(files);
      return [];
    } catch (error) {
      if (!(error instanceof TlsError)) throw error;
      return [{ where: 'tlsCert', message: error.message }];
    }
  },
];

function tlsOf({ tlsCert: cert, tlsKey: key }: SettingValues): TlsFiles | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

function sourceOf({ foods, table, key, names, language, ...values }: SettingValues): EntrySource {
  if (values.follow && values.index !== undefined) return { database: values.index, language };
  const isDefault = values.database === BUNDLED_DATABASE;
  const database = isDefault ? BUNDLED_DATABASES[foods ?? 'sr28'] : values.database;
  const isBundled = bundledFoodsIn(database) !== undefined;
  const byDefault = isBundled ? [ALL_FIELDS] : fieldsOfInterfaces(values.interfaces);
  return { database, table, key, names, language, fields: values.fields ?? byDefault };
}

/**
 * Returns the columns that interfaces read from your own table. Its other columns are offered only
 * if `fields` names them.
 */
function fieldsOfInterfaces({ length }: readonly string[]): readonly string[] {
  if (length === 0) return [];
  return [FIELDS_IF_ANY, ...readNutrients().map(({ column }) => column), ...PRODUCT_COLUMNS];
}

function limitsOf(values: SettingValues): ServerLimits {
  const requestTimeoutMs = values.requestTimeoutSeconds * 1_000;
  return {
    maxConnections: values.maxConnections,
    maxConnectionsPerAddress: values.maxConnectionsPerAddress,
    // The headers are part of the request.
    headersTimeoutMs: Math.min(DEFAULT_LIMITS.headersTimeoutMs, requestTimeoutMs),
    requestTimeoutMs,
    keepAliveTimeoutMs: values.keepAliveTimeoutSeconds * 1_000,
    stallTimeoutMs: DEFAULT_LIMITS.stallTimeoutMs,
  };
}
