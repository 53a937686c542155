import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isOptionsObject } from '../../errors/shown-value.ts';
import { messageOf, UserError } from '../../errors/user-error.ts';
import { CONFIG_FILE, SETTINGS } from '../../settings/settings.ts';

// Finds and reads the configuration file, and resolves the relative paths in it.

/** Thrown if a configuration file cannot be used. Names the file and the reason. */
export class ConfigFileError extends UserError {
  override readonly name = 'ConfigFileError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use configuration file "${path}": ${reason}`, options);
  }
}

/** A configuration file and the options in it, not yet checked. */
export interface ConfigFile {
  /** The file name that the user gave, or the default name found. */
  readonly name: string;
  readonly options: unknown;
}

/**
 * Reads the named configuration file, or else the file with a default name in `folder`, if any.
 *
 * @throws ConfigFileError
 */
export async function readConfigFile(
  named: string | undefined,
  folder: string,
): Promise<ConfigFile | undefined> {
  const name = named ?? findConfigFile(folder);
  if (name === undefined) return undefined;
  const path = resolve(folder, name);
  return { name, options: withPathsFrom(dirname(path), await load(name, path)) };
}

function findConfigFile(folder: string): string | undefined {
  const [first, second] = CONFIG_FILE.defaultNames.filter((name) => exists(name, folder));
  if (first === undefined || second === undefined) return first;
  const reason = `"${second}" is in the same folder. Keep one of them, or choose one with --${CONFIG_FILE.flag}.`;
  throw new ConfigFileError(first, reason);
}

function exists(name: string, folder: string): boolean {
  try {
    // A link counts even if its target is missing. Otherwise, a broken link would silently disable
    // its settings.
    return lstatSync(resolve(folder, name), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // With Node's --permission, even this check can fail. If the error were ignored, a
    // configuration file might be ignored too.
    throw new ConfigFileError(name, `${messageOf(error)} Allow reading "${folder}".`);
  }
}

/** Resolves the relative paths in the options against a folder. */
function withPathsFrom(folder: string, options: unknown): unknown {
  if (!isOptionsObject(options)) return options;
  const paths = SETTINGS.flatMap(({ path: key, isPath }) => {
    const { [key]: path } = options;
    // A database may also be a URL. The check of the settings rejects the empty string.
    const isFile = typeof path === 'string' && path !== '' && !path.includes('://');
    return isPath === true && isFile ? [[key, resolve(folder, path)]] : [];
  });
  return { ...options, ...Object.fromEntries(paths) };
}

async function load(name: string, path: string): Promise<unknown> {
  const read = <T>(ask: () => T) => usable(name, 'it cannot be read', ask);
  const stats = await read(() => statSync(path, { throwIfNoEntry: false }));
  if (stats === undefined)
    throw new ConfigFileError(name, 'the file does not exist. Check the path.');
  if (stats.isDirectory()) throw new ConfigFileError(name, 'it is a folder. Use a file in it.');
  switch (extname(path)) {
    case '.json': {
      const text = await read(() => readFileSync(path, 'utf8'));
      // Windows editors may add a byte-order mark, although JSON excludes it (RFC 8259, 8.1).
      return usable(name, 'it is not JSON', () => JSON.parse(text.replace(/^\uFEFF/, '')));
    }
    case '.js':
    case '.mjs':
      return importDefault(name, path, stats.mtimeMs);
    default:
      throw new ConfigFileError(name, 'its name must end in .mjs, .js or .json.');
  }
}

async function importDefault(name: string, path: string, changedMs: number): Promise<unknown> {
  // Node caches modules by URL, so a changed file needs a new URL.
  const url = pathToFileURL(path);
  url.searchParams.set('changed', String(changedMs));
  const loaded = await usable(name, 'loading it failed', async () => {
    const module: object = await import(url.href);
    // A module may export a promise of its options.
    return 'default' in module ? { exported: await module.default } : {};
  });
  if ('exported' in loaded) return loaded.exported;
  throw new ConfigFileError(name, 'it has no default export. Write: export default { … };');
}

/** @throws ConfigFileError with this reason if `ask` fails */
async function usable<T>(name: string, reason: string, ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ConfigFileError(name, `${reason} (${messageOf(cause)}).`, { cause });
  }
}

/**
 * Adds libpq's `PGPASSFILE` to the URL of a PostgreSQL server, unless the URL names a password file
 * itself. Any other database is returned unchanged.
 */
export function withPasswordFile(
  database: string,
  {
    env,
    folder,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly folder: string },
): string {
  const { PGPASSFILE: path = '' } = env;
  if (path === '' || !/^postgres(ql)?:\/\//i.test(database)) return database;
  if (/[?&]passfile=/.test(database)) return database;
  const parameter = `passfile=${encodeURI(resolve(folder, path)).replace(/[&#?]/g, encodeURIComponent)}`;
  return `${database}${database.includes('?') ? '&' : '?'}${parameter}`;
}
