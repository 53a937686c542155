import { DatabaseError, withoutPassword } from '../database-error.ts';
import {
  type Get,
  oneOf,
  type Refuse,
  readText,
  readTls,
  TLS_PARAMETERS,
  type Tls,
} from './tls.ts';

// Reads a `postgres://` URL as libpq does: hosts, port, timeout, parameters, and the password file
// (`passfile`).

/** Which of several hosts to use, with libpq's names. */
const SESSION_ATTRIBUTES = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

/** A parsed server URL. */
export interface PostgresAddress {
  /** The URL to show, without its password. */
  readonly name: string;
  readonly hosts: readonly Host[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The lines of the password file, used if there is no {@link password}. */
  readonly passwords: readonly PasswordLine[];
  readonly database: string | undefined;
  readonly tls: Tls;
  readonly sessionAttributes: SessionAttributes;
  /** How long the server may be silent before its connection is checked, or counts as lost. */
  readonly connectTimeoutSeconds: number;
  /** The parameters sent to the server when a connection begins. */
  readonly startup: Readonly<Record<string, string>>;
}

/** One of the servers in a URL. */
export interface Host {
  /**
   * A name, an IP address, or the folder of a Unix socket. If the certificate's name is checked, it
   * must be this host.
   */
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 5432;
const DEFAULT_CONNECT_TIMEOUT_SECONDS = 10;
const APPLICATION_NAME = 'food-lookup';

// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
const STARTUP = ['application_name', 'options'];
const URL_PARTS = ['host', 'port', 'user', 'password', 'dbname'];
const EXTRAS = ['target_session_attrs', 'connect_timeout', 'passfile'];
const KNOWN_PARAMETERS = new Set([...STARTUP, ...URL_PARTS, ...TLS_PARAMETERS, ...EXTRAS]);

/**
 * Matches an `@` after the host, as in an unescaped password. Without this check, a message would
 * show the rest of the password as an invalid port.
 */
const MISPLACED_AT = /^\w+:\/\/(?:[^/?#@]*:[^/?#@]*[/?#].*@|[^/?#]*\/[^?#]*@)/;

/**
 * Parses a connection URI as libpq does: `postgres://user:password@host:port,host/database?…`.
 *
 * @throws DatabaseError that names the invalid part but hides the password
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function parseAddress(address: string): PostgresAddress {
  const name = withoutPassword(address);
  const refuse = (reason: string): never => {
    throw new DatabaseError(name, reason);
  };
  if (MISPLACED_AT.test(address)) {
    refuse(
      'it has an @ after its host. In a password, write / as %2F, ? as %3F and # as %23; elsewhere, write @ as %40.',
    );
  }
  const [, authority = '', path = '', search = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(address) ??
    refuse('it is not a PostgreSQL URL. Use postgres://user:password@host:port/database.');
  const parameters = readParameters(search, refuse);
  const { user, password, hosts } = readAuthority(authority, refuse);
  const get = (key: string) => parameters.get(key) || undefined;
  const startup: Record<string, string> = { application_name: APPLICATION_NAME };
  for (const key of STARTUP) {
    const value = get(key);
    if (value !== undefined) startup[key] = value;
  }
  return {
    name,
    hosts: readHosts(get, hosts, refuse),
    user: get('user') ?? user,
    password: get('password') ?? password,
    passwords: readPasswords(get, refuse),
    database: get('dbname') ?? (decode(path, refuse) || undefined),
    tls: readTls(get, refuse),
    sessionAttributes: oneOf(SESSION_ATTRIBUTES, 'target_session_attrs', get, refuse) ?? 'any',
    connectTimeoutSeconds:
      readNumber('connect_timeout', get, refuse) || DEFAULT_CONNECT_TIMEOUT_SECONDS,
    startup,
  };
}

function readParameters(search: string, refuse: Refuse): URLSearchParams {
  // As in libpq, a plus sign does not stand for a space.
  const parameters = new URLSearchParams(search.replaceAll('+', '%2B'));
  const unknown = [...parameters.keys()].filter((key) => !KNOWN_PARAMETERS.has(key));
  if (unknown.length > 0) {
    const names = unknown.map((key) => JSON.stringify(key)).join(', ');
    const parameter = unknown.length === 1 ? 'parameter' : 'parameters';
    refuse(`unknown ${parameter} ${names}. Use ${[...KNOWN_PARAMETERS].join(', ')}.`);
  }
  return parameters;
}

function readAuthority(authority: string, refuse: Refuse) {
  const at = authority.lastIndexOf('@');
  const access = authority.slice(0, Math.max(at, 0));
  const [, password] = /:(.*)/s.exec(access) ?? [];
  return {
    user: decode(access.replace(/:.*/s, ''), refuse) || undefined,
    password: password === undefined ? undefined : decode(password, refuse),
    hosts: authority.slice(at + 1),
  };
}

function readHosts(get: Get, authority: string, refuse: Refuse): Host[] {
  const hosts = splitHosts(get('host'), authority, refuse) ?? [{ host: 'localhost', port: '' }];
  const portList = get('port')?.split(',') ?? [];
  return hosts.map(({ host, port }, i) => {
    const text = portList[portList.length === 1 ? 0 : i] || port || String(DEFAULT_PORT);
    const number = Number(text);
    const isPort = /^\d+$/.test(text) && number > 0 && number < 65_536;
    if (!isPort) refuse(`its port ${text} is not between 1 and 65535.`);
    return { host, port: number };
  });
}

/** Returns the hosts and ports; `undefined` if there are none. */
function splitHosts(parameter: string | undefined, authority: string, refuse: Refuse) {
  if (parameter !== undefined) return parameter.split(',').map((host) => ({ host, port: '' }));
  if (authority === '') return undefined;
  return authority.split(',').map((part) => {
    const [, host = '', port = ''] =
      /^(\[[^\]]*\]|[^:[]*)(?::(.*))?$/.exec(part) ?? refuse(`it has an invalid host ${part}.`);
    return { host: decode(host.replace(/^\[(.*)\]$/, '$1'), refuse) || 'localhost', port };
  });
}

function readNumber(key: string, get: Get, refuse: Refuse): number | undefined {
  const text = get(key);
  if (text === undefined) return undefined;
  return /^\d{1,6}$/.test(text)
    ? Number(text)
    : refuse(`its ${key} ${text} is not a number of seconds.`);
}

function decode(text: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('it has a % that does not begin an escape. Write % as %25.');
  }
}

/**
 * One line of a password file: host, port, database and user, with `*` for any, and the password.
 */
type PasswordLine = readonly string[];

/** In a field, colons and backslashes are escaped with a backslash. */
const FIELD = String.raw`((?:\\.|[^:\\])*)`;
const LINE = new RegExp(`^${FIELD}:${FIELD}:${FIELD}:${FIELD}:(.*)$`);

/**
 * Reads the file that the parameter `passfile` names, in libpq's format. Does not check its
 * permissions, since secrets in containers are often world-readable.
 *
 * @see https://www.postgresql.org/docs/current/libpq-pgpass.html
 */
function readPasswords(get: Get, refuse: Refuse): PasswordLine[] {
  const path = get('passfile');
  if (path === undefined) return [];
  return readText('passfile', path, refuse)
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

/**
 * Returns the password for a host: from the URL, or from the first matching line of the password
 * file.
 */
export function passwordFor(
  address: Pick<PostgresAddress, 'user' | 'database' | 'password' | 'passwords'>,
  { host, port }: Host,
): string | undefined {
  const { password, passwords, user = '', database = user } = address;
  if (password !== undefined) return password;
  const asked = [host.startsWith('/') ? 'localhost' : host, String(port), database, user];
  const found = passwords.find((line) =>
    asked.every((value, i) => line[i] === '*' || line[i] === value),
  );
  return found?.[4];
}
