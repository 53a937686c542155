import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../errors/message-of.ts';
import { isOptionsObject } from '../errors/options-object.ts';
import { UserError } from '../errors/user-error.ts';
import { CONFIG_FILE } from '../settings/settings.ts';

/** A configuration file cannot be used. The message names it and says why. */
export class ConfigFileError extends UserError {
  override readonly name = 'ConfigFileError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use configuration file "${path}": ${reason}`, options);
  }
}

/** A configuration file and the options in it, not yet checked. */
export interface ConfigFile {
  readonly path: string;
  readonly options: unknown;
}

/**
 * Reads the configuration file: the one that is named, else the one with a usual name in `folder`,
 * if there is one.
 *
 * @throws ConfigFileError
 */
export async function readConfigFile(
  named: string | undefined,
  folder: string,
): Promise<ConfigFile | undefined> {
  const path = named ?? findConfigFile(folder);
  if (path === undefined) return undefined;
  const file = resolve(folder, path);
  return { path, options: inItsFolder(await load(path, file), dirname(file)) };
}

/** A relative path in a file starts at the file's folder, wherever the program is started. */
function inItsFolder(options: unknown, folder: string): unknown {
  if (!isOptionsObject(options)) return options;
  const paths = ['database', 'synonyms', 'socket', 'tlsCert', 'tlsKey'].flatMap((name) => {
    const path = options[name];
    const isPath = typeof path === 'string' && path !== '' && !path.includes('://');
    return isPath ? [[name, resolve(folder, path)]] : [];
  });
  return { ...options, ...Object.fromEntries(paths) };
}

function findConfigFile(folder: string): string | undefined {
  const [first, second] = CONFIG_FILE.defaultNames.filter((name) =>
    existsSync(resolve(folder, name)),
  );
  if (first !== undefined && second !== undefined) {
    throw new ConfigFileError(
      first,
      `"${second}" is in the same folder. Keep one of them, or name one with --config.`,
    );
  }
  return first;
}

async function load(name: string, path: string): Promise<unknown> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new ConfigFileError(name, 'the file does not exist. Check the path.');
  }
  if (stats.isDirectory()) throw new ConfigFileError(name, 'it is a folder. Name a file in it.');
  switch (extname(path)) {
    case '.json':
      return parseJson(name, readText(name, path));
    case '.js':
    case '.mjs':
      return importDefault(name, path);
    default:
      throw new ConfigFileError(name, 'its name must end in .mjs, .js or .json.');
  }
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigFileError(name, `it cannot be read (${messageOf(error)}).`, { cause: error });
  }
}

/** Windows editors may write a byte-order mark first, which is not part of JSON (RFC 8259, 8.1). */
function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigFileError(name, `it is not JSON (${messageOf(error)}).`, { cause: error });
  }
}

async function importDefault(name: string, path: string): Promise<unknown> {
  try {
    // The address changes with the file: a module is loaded once for each address.
    const url = pathToFileURL(path);
    url.searchParams.set('changed', String(statSync(path).mtimeMs));
    const module: object = await import(url.href);
    // A module may export a promise of its options.
    if ('default' in module) return await module.default;
  } catch (error) {
    throw new ConfigFileError(name, `loading it failed (${messageOf(error)}).`, {
      cause: error,
    });
  }
  throw new ConfigFileError(name, 'it has no default export. Write: export default { … };');
}
