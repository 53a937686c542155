import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OriginFault } from '../../cors/index.ts';
import { isOptionsObject } from '../../errors/shown-value.ts';
import { messageOf } from '../../errors/user-error.ts';
import {
  ConfigurationError,
  type ConfigurationFault,
  locateFaults,
  type SettingNames,
} from '../../settings/configuration-error.ts';
import { readValues, unknownSettings } from '../../settings/read-values.ts';
import {
  CONFIG_FILE,
  type ListedSetting,
  SETTINGS,
  type SettingValues,
} from '../../settings/settings.ts';
import {
  type ConfigFile,
  ConfigFileError,
  readConfigFile,
  withPasswordFile,
} from './config-file.ts';

// Gathers options from flags, the environment and the configuration file, in this order of
// precedence. Reads secrets from files.

/** Where a configuration comes from: flags, the environment, and a configuration file. */
export interface ConfigurationSources {
  /** The flags given, by name without leading dashes: `port`, `log-level`. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder to search for a configuration file. */
  readonly folder: string;
}

/** The merged options, not yet checked. */
export interface Gathered {
  readonly options: unknown;
  /** Why the configuration file could not be used. */
  readonly fileFaults: readonly ConfigurationFault[];
  /** The unknown settings, under the names that the user used. */
  readonly unrecognized: readonly ConfigurationFault[];
  /** Values that cannot be parsed, with the flags or variables they came from. */
  readonly unreadable: readonly { readonly name: string; readonly fault: OriginFault }[];
  /** The names that the user used for the settings. */
  readonly names: SettingNames;
  /**
   * Returns the flag, variable or file that gives a setting its value; `undefined` if its default
   * applies.
   */
  readonly from: (path: string) => string | undefined;
}

/** Gathers the options. Flags override the environment, which overrides the configuration file. */
export async function gatherOptions(sources: ConfigurationSources): Promise<Gathered> {
  const fileFaults: ConfigurationFault[] = [];
  const unreadable: { name: string; fault: OriginFault }[] = [];
  const file = await readFile(sources, fileFaults);
  const fileOptions = file === undefined ? {} : file.options;
  const givenBy = new Map<string, string>();
  let options: unknown = fileOptions;
  for (const setting of SETTINGS) {
    const keys = setting.path.split('.');
    const given =
      givenText(setting, sources, valueAt(fileOptions, keys) !== undefined) ??
      secretText(setting, sources, fileFaults);
    if (given === undefined) continue;
    givenBy.set(setting.path, given.name);
    const parsed = 'value' in given ? given : setting.type.parse(given.text);
    if ('fault' in parsed) unreadable.push({ name: given.name, fault: parsed.fault });
    else options = withValue(options, keys, parsed.value);
  }
  const database = valueAt(options, ['database']);
  if (typeof database === 'string') {
    options = withValue(options, ['database'], withPasswordFile(database, sources));
  }
  const isInFile = (path: string) => valueAt(fileOptions, path.split('.')) !== undefined;
  const from = (path: string) => givenBy.get(path) ?? (isInFile(path) ? file?.name : undefined);
  const names = namesOf(givenBy, isInFile, file);
  const unrecognized = locateFaults(unknownSettings(options), names);
  return { options, fileFaults, unrecognized, unreadable, names, from };
}

/**
 * Reads the values of the settings and checks each by itself. Does not read the files that they
 * name, and opens no database.
 *
 * @throws ConfigurationError with the faults in these values, except texts that cannot be parsed
 */
export async function readValuesOnly(sources: ConfigurationSources): Promise<SettingValues> {
  const { options, fileFaults, unrecognized, names } = await gatherOptions(sources);
  const read = isOptionsObject(options) ? readValues(options) : readValues({});
  const faults = [...fileFaults, ...unrecognized, ...locateFaults(read.faults, names)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return read.values;
}

/** The value of a setting in the flags or the environment, and the flag's or variable's name. */
type GivenText =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly value: unknown };

/**
 * Returns a setting's text from the flags or the environment. An empty variable counts as not set,
 * since Compose's `${X:-}` produces one. A bare flag, such as `--page`, applies only if neither the
 * variable nor the file has a value.
 */
function givenText(
  { flag, variable, bareValue }: ListedSetting,
  { flags, env }: ConfigurationSources,
  isInFile: boolean,
): GivenText | undefined {
  const { [flag]: text } = flags;
  const isBare = bareValue !== undefined && text === 'true';
  if (text !== undefined && !isBare) return { name: `--${flag}`, text };
  const { [variable]: value = '' } = env;
  if (value !== '') return { name: variable, text: value };
  return isBare && !isInFile ? { name: `--${flag}`, value: bareValue } : undefined;
}

/**
 * Reads the file named by a variable such as `DATABASE_URL_FILE`, for a setting that is not given
 * directly.
 */
function secretText(
  { variable, isSecret }: ListedSetting,
  { env, folder }: ConfigurationSources,
  faults: ConfigurationFault[],
): GivenText | undefined {
  const name = `${variable}_FILE`;
  const { [name]: path = '' } = env;
  if (isSecret !== true || path === '') return undefined;
  try {
    // Editors and echo append a newline.
    const text = readFileSync(resolve(folder, path), 'utf8').replace(/\r?\n$/, '');
    if (text !== '') return { name, text };
    faults.push({ where: name, message: `File "${path}" is empty. Write the value into it.` });
  } catch (error) {
    const message = `Cannot read file "${path}" (${messageOf(error)}). Check the path and its permissions.`;
    faults.push({ where: name, message });
  }
  return undefined;
}

async function readFile(
  { flags, env, folder }: ConfigurationSources,
  faults: ConfigurationFault[],
): Promise<ConfigFile | undefined> {
  try {
    const named = flags[CONFIG_FILE.flag] ?? (env[CONFIG_FILE.variable] || undefined);
    return await readConfigFile(named, folder);
  } catch (error) {
    if (!(error instanceof ConfigFileError)) throw error;
    faults.push({ where: '', message: error.message });
    return undefined;
  }
}

/**
 * Returns a copy with this value at this path. Anything but an options object is returned
 * unchanged, for the check to reject.
 */
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

/** Returns the value at a path in options of any type. */
export function valueAt(options: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (!isOptionsObject(options)) return undefined;
  const { [key]: value } = options;
  return rest.length === 0 ? value : valueAt(value, rest);
}

/**
 * Returns the names of settings for messages. A setting that was not given is named by its flag.
 */
function namesOf(
  givenBy: ReadonlyMap<string, string>,
  isInFile: (path: string) => boolean,
  file: ConfigFile | undefined,
): SettingNames {
  const name = (path: string): string | undefined => {
    const setting = SETTINGS.find((one) => path === one.path || path.startsWith(`${one.path}[`));
    if (setting === undefined) return undefined;
    const given = givenBy.get(setting.path);
    return given ?? (isInFile(setting.path) ? undefined : `--${setting.flag}`);
  };
  return {
    name: (key) => name(key) ?? key,
    locate: (path) =>
      name(path) ?? (file === undefined ? path : `${file.name}${path && `: ${path}`}`),
  };
}
