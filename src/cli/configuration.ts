import { type CorsOptions, type CorsPolicy, lintOptions, type OriginFault } from '../cors/index.ts';
import { isOptionsObject } from '../errors/options-object.ts';
import { checkCors, effectiveCorsOptions } from '../settings/check-cors.ts';
import { type CheckedOptions, checkOptions } from '../settings/check-options.ts';
import { unknownSettings } from '../settings/check-values.ts';
import { ConfigurationError, type ConfigurationFault } from '../settings/configuration-error.ts';
import { DEFAULTS } from '../settings/food-lookup-options.ts';
import { CONFIG_FILE, SETTINGS } from '../settings/settings.ts';
import { type ConfigFile, ConfigFileError, readConfigFile } from './config-file.ts';
import { parseSetting } from './parse-setting.ts';

/** The places a configuration comes from. Nothing else reads flags or environment. */
export interface ConfigurationSources {
  /** The flags that were given, by name without the dashes: `port`, `log-level`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which a configuration file is looked for. */
  readonly folder: string;
}

/**
 * The current configuration: flags before environment before configuration file before defaults.
 *
 * @throws ConfigurationError with every fault at once, each under the name it was given by
 */
export async function readConfiguration(sources: ConfigurationSources): Promise<CheckedOptions> {
  const { options, fileFaults, unreadable, nameOf } = await gather(sources);
  const found = [
    ...fileFaults,
    ...unreadable.map(({ name, fault }) => ({ where: name, message: fault.message })),
  ];
  const checked = await checkOptions(options, { found, nameOf });
  if ('faults' in checked) throw new ConfigurationError(checked.faults);
  return checked;
}

/** A setting, with its value and where it was given; neither where the default holds. */
export interface ListedSetting {
  readonly path: string;
  readonly defaultText: string;
  /** `from`: the flag, the variable, or the configuration file. */
  readonly given: { readonly value: unknown; readonly from: string } | undefined;
}

/** Every setting as it was given, whether or not it can be used. */
export async function listSettings(sources: ConfigurationSources): Promise<ListedSetting[]> {
  const { options, nameOf, file } = await gather(sources);
  return SETTINGS.map(({ path, defaultText }) => {
    const value = valueAt(options, path.split('.'));
    const name = nameOf(path);
    const from = file !== undefined && name.startsWith(file.path) ? file.path : name;
    return { path, defaultText, given: value === undefined ? undefined : { value, from } };
  });
}

/** The current `cors` options, with their errors and warnings. */
export interface ExaminedCors {
  readonly origin: unknown;
  /** Where the service listens. */
  readonly host: string;
  readonly faults: readonly OriginFault[];
}

/**
 * Examines the current `cors` options as {@link readConfiguration} checks them, and no others.
 *
 * @throws ConfigurationError where they cannot be determined
 */
export async function examineCors(sources: ConfigurationSources): Promise<ExaminedCors> {
  const { options, fileFaults, unreadable, nameOf } = await gather(sources);
  const strays = unknownSettings(options).map(({ where, message }) => ({
    where: nameOf(where),
    message,
  }));
  if (fileFaults.length + strays.length > 0 || !isOptionsObject(options)) {
    throw new ConfigurationError([...fileFaults, ...strays]);
  }
  const inForce = effectiveCorsOptions(options);
  return {
    origin: 'options' in inForce ? inForce.options.origin : undefined,
    host: typeof options.host === 'string' ? options.host : DEFAULTS.host,
    faults: [
      ...unreadable.map(({ fault }) => fault),
      ...('options' in inForce ? lintOptions(inForce.options) : inForce.faults),
    ],
  };
}

/**
 * The current `cors` options and their policy as the sources give them now, for a service that is running.
 *
 * @throws ConfigurationError with everything that is wrong with them
 */
export async function readCors(
  sources: ConfigurationSources,
): Promise<{ readonly options: CorsOptions; readonly policy: CorsPolicy }> {
  const { options, fileFaults, unreadable, nameOf } = await gather(sources);
  const checked = isOptionsObject(options) ? checkCors(options) : { faults: [] };
  const faults = [
    ...fileFaults,
    ...unreadable.map(({ name, fault }) => ({ where: name, message: fault.message })),
    ...[...unknownSettings(options), ...('faults' in checked ? checked.faults : [])].map(
      ({ where, message }) => ({ where: nameOf(where), message }),
    ),
  ];
  if ('faults' in checked || faults.length > 0) throw new ConfigurationError(faults);
  return checked;
}

interface Gathered {
  /** The options of all sources together, not yet checked. */
  readonly options: unknown;
  /** Why the configuration file could not be used. */
  readonly fileFaults: readonly ConfigurationFault[];
  /** Texts that are not values, and the flags or variables they were given by. */
  readonly unreadable: readonly { readonly name: string; readonly fault: OriginFault }[];
  /** The name the user gave a setting by: the flag, the variable, or its place in the file. */
  readonly nameOf: (where: string) => string;
  readonly file: ConfigFile | undefined;
}

async function gather(sources: ConfigurationSources): Promise<Gathered> {
  const { flags, env } = sources;
  const fileFaults: ConfigurationFault[] = [];
  const unreadable: { name: string; fault: OriginFault }[] = [];
  const file = await readFile(sources, fileFaults);
  let options: unknown = file === undefined ? {} : file.options;
  const givenBy = new Map<string, string>();

  for (const setting of SETTINGS) {
    const { path, flag, variable } = setting;
    const [name, text] =
      flags[flag] === undefined ? [variable, env[variable]] : [`--${flag}`, flags[flag]];
    if (text === undefined) continue;
    givenBy.set(path, name);
    const parsed = parseSetting(setting, text);
    if ('fault' in parsed) unreadable.push({ name, fault: parsed.fault });
    else options = withValue(options, path.split('.'), parsed.value);
  }
  const nameOf = (where: string) => givenName(where, givenBy, file);
  return { options, fileFaults, unreadable, nameOf, file };
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

/** A copy with this value at this path. Anything but an options object is left for the check. */
function withValue(
  options: unknown,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): unknown {
  if (!isOptionsObject(options)) return options;
  if (rest.length === 0) return { ...options, [key]: value };
  const { [key]: inner = {} } = options;
  return { ...options, [key]: withValue(inner, rest, value) };
}

function valueAt(options: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (!isOptionsObject(options)) return undefined;
  const { [key]: value } = options;
  return rest.length === 0 ? value : valueAt(value, rest);
}

function givenName(where: string, givenBy: ReadonlyMap<string, string>, file?: ConfigFile): string {
  for (const [path, name] of givenBy) {
    if (where === path || where.startsWith(`${path}[`)) return name;
  }
  return file === undefined ? where : `${file.path}${where && `: ${where}`}`;
}
