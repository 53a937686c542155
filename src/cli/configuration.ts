import { ConfigurationError, type ConfigurationFault } from '../configuration-error.ts';
import { checkOptions, defaultCors, type FoodLookupSettings } from '../food-lookup-options.ts';
import { type ConfigFile, ConfigFileError, readConfigFile } from './config-file.ts';
import { CONFIG_FILE, SETTINGS } from './settings.ts';

/** The places a configuration comes from. Nothing else reads flags or environment. */
export interface ConfigurationSources {
  /** The flags given, by name without the dashes: `port`, `log-level`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which a configuration file is looked for. */
  readonly folder: string;
}

/**
 * The configuration in force: flags before environment before configuration file before defaults.
 *
 * @throws ConfigurationError with every fault at once, each under the name it was given by
 */
export async function readConfiguration(
  sources: ConfigurationSources,
): Promise<FoodLookupSettings> {
  const { options, faults, nameOf } = await gather(sources);
  const checked = checkOptions(options);
  if ('settings' in checked && faults.length === 0) return checked.settings;
  const found = 'faults' in checked ? checked.faults : [];
  throw new ConfigurationError([
    ...faults,
    ...found.map(({ where, message }) => ({ where: nameOf(where), message })),
  ]);
}

/**
 * The `cors` options in force, as they were given: nothing but what cannot be read at all is
 * refused, so that it can be examined.
 *
 * @throws ConfigurationError
 */
export async function readCorsOptions(
  sources: ConfigurationSources,
): Promise<Readonly<Record<string, unknown>>> {
  const { options, faults } = await gather(sources, ['cors.', 'page', 'host']);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const cors: unknown = isObject(options) ? Reflect.get(options, 'cors') : undefined;
  return { ...defaultCors(options), ...(isObject(cors) && cors) };
}

interface Gathered {
  /** What the sources say together, not yet checked. */
  readonly options: unknown;
  /** What could not even be read. */
  readonly faults: readonly ConfigurationFault[];
  /** The name by which the user knows a setting: the flag, the variable, or its place in the file. */
  readonly nameOf: (where: string) => string;
}

/** Reads the settings whose path begins with one of these: all, unless told. */
async function gather(
  sources: ConfigurationSources,
  prefixes: readonly string[] = [''],
): Promise<Gathered> {
  const { flags, env } = sources;
  const faults: ConfigurationFault[] = [];
  const file = await readFile(sources, faults);
  let options: unknown = file === undefined ? {} : file.options;
  const givenBy = new Map<string, string>();

  for (const { path, flag, variable, parse } of SETTINGS) {
    const [name, text] =
      flags[flag] === undefined ? [variable, env[variable]] : [`--${flag}`, flags[flag]];
    if (text === undefined || !prefixes.some((prefix) => path.startsWith(prefix))) continue;
    givenBy.set(path, name);
    const parsed = parse(text);
    if ('fault' in parsed) faults.push({ where: name, message: parsed.fault });
    else options = withValue(options, path.split('.'), parsed.value);
  }
  return { options, faults, nameOf: (where) => givenName(where, givenBy, file) };
}

async function readFile(
  { flags, env, folder }: ConfigurationSources,
  faults: ConfigurationFault[],
): Promise<ConfigFile | undefined> {
  try {
    return await readConfigFile(flags[CONFIG_FILE.flag] ?? env[CONFIG_FILE.variable], folder);
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    faults.push({ where: '', message: error.message });
    return undefined;
  }
}

/** A copy with this value at this path. A value on the way that cannot hold it is left to the check. */
function withValue(options: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (options !== undefined && !isObject(options)) return options;
  return { ...options, [key]: withValue(Reflect.get(options ?? {}, key), rest, value) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function givenName(where: string, givenBy: ReadonlyMap<string, string>, file?: ConfigFile): string {
  for (const [path, name] of givenBy) {
    if (where === path || where.startsWith(`${path}[`)) return name;
  }
  return file === undefined ? where : `${file.path}${where && `: ${where}`}`;
}
