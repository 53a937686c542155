import { existsSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONFIG_FILE } from './settings.ts';

/** A configuration file cannot be used. The message names it and says why. */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use configuration file "${path}": ${reason}`, options);
  }
}

/** A configuration file that was read, and what it holds: the options, not yet judged. */
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
  return { path, options: await load(path, resolve(folder, path)) };
}

function findConfigFile(folder: string): string | undefined {
  const [first, second] = CONFIG_FILE.defaultNames.filter((name) =>
    existsSync(resolve(folder, name)),
  );
  if (first !== undefined && second !== undefined) {
    throw new ConfigFileError(
      first,
      `"${second}" lies beside it. Keep one, or name one with --config.`,
    );
  }
  return first;
}

async function load(name: string, path: string): Promise<unknown> {
  if (!existsSync(path)) throw new ConfigFileError(name, 'there is no such file. Check the path.');
  switch (extname(path)) {
    case '.json':
      return parseJson(name, readFileSync(path, 'utf8'));
    case '.js':
    case '.mjs':
      return importDefault(name, path);
    default:
      throw new ConfigFileError(name, 'its name must end in .mjs, .js or .json.');
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigFileError(name, `it is no JSON (${messageOf(error)}).`, { cause: error });
  }
}

async function importDefault(name: string, path: string): Promise<unknown> {
  let module: object;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new ConfigFileError(name, `it fails when it is loaded (${messageOf(error)}).`, {
      cause: error,
    });
  }
  if ('default' in module) return module.default;
  throw new ConfigFileError(name, 'it exports nothing as default. Write: export default { … };');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
