import { resolve } from 'node:path';

// Adds the file of passwords that PGPASSFILE names to a PostgreSQL address.

/**
 * The address of a PostgreSQL server with the file of passwords that libpq's variable names, unless it
 * names one itself. Anything else as it is.
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
