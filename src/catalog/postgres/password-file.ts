import { readFileSync } from 'node:fs';
import { messageOf } from '../../errors/user-error.ts';
import type { Get, Refuse } from './tls.ts';

// Reads libpq's password file (`~/.pgpass`, `passfile`) and finds the password for a host.

/** One line of a password file: host, port, database and user, `*` for any, and the password. */
export type PasswordLine = readonly string[];

/** Within a field, colons and backslashes are escaped with a backslash. */
const FIELD = String.raw`((?:\\.|[^:\\])*)`;
const LINE = new RegExp(`^${FIELD}:${FIELD}:${FIELD}:${FIELD}:(.*)$`);

/**
 * Reads the file that the parameter `passfile` names, in the form of libpq's. Its permissions are
 * not checked: in a container, a secret is often readable by everybody.
 *
 * @see https://www.postgresql.org/docs/current/libpq-pgpass.html
 */
export function readPasswords(get: Get, refuse: Refuse): PasswordLine[] {
  const path = get('passfile');
  if (path === undefined) return [];
  return readText(path, refuse)
    .split(/\r?\n/)
    .flatMap((line, i) => {
      if (line.startsWith('#') || line.trim() === '') return [];
      const fields = LINE.exec(line)
        ?.slice(1)
        .map((field) => field.replace(/\\(.)/g, '$1'));
      if (fields !== undefined) return [fields];
      return refuse(
        `line ${i + 1} of its passfile ${path} is not host:port:database:user:password.`,
      );
    });
}

function readText(path: string, refuse: Refuse): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(`its passfile ${path} cannot be read (${messageOf(error)}).`);
  }
}

/** What an address says about passwords, and what to look up in its file. */
interface Login {
  readonly user: string | undefined;
  readonly database: string | undefined;
  readonly password: string | undefined;
  readonly passwords: readonly PasswordLine[];
}

/** The password for one of the hosts: that of the address, or of the first line that matches. */
export function passwordFor(
  { password, passwords, user = '', database = user }: Login,
  { host, port }: { readonly host: string; readonly port: number },
): string | undefined {
  if (password !== undefined) return password;
  const asked = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  const found = passwords.find((line) =>
    asked.every((value, i) => line[i] === '*' || line[i] === value),
  );
  return found?.[4];
}
