import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { withoutPassword } from '../address.ts';
import { DatabaseError } from '../database-error.ts';

/** Which server is wanted among several hosts, by libpq's names. */
export const SESSION_ATTRIBUTES = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

/** A server address, taken apart. */
export interface PostgresAddress {
  /** As it may be shown. */
  readonly name: string;
  readonly hosts: readonly Host[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly tls: Tls;
  readonly sessionAttributes: SessionAttributes;
  /** How long the server may give no sign of life, while connecting and later. */
  readonly connectTimeoutSeconds: number;
  /** What is sent to the server when a connection begins. */
  readonly startup: Readonly<Record<string, string>>;
}

/** One of the servers that an address names. */
export interface Host {
  /** A name, an IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** How TLS is used: not at all, or as these options say. */
export type Tls =
  | false
  | {
      /** Whether a server without TLS is refused. */
      readonly isRequired: boolean;
      readonly options: ConnectionOptions;
    };

const DEFAULT_PORT = 5432;
const DEFAULT_CONNECT_TIMEOUT_SECONDS = 10;
const APPLICATION_NAME = 'food-lookup';

// https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const STARTUP = ['application_name', 'options', 'client_encoding'];
const OWN = ['host', 'hostaddr', 'port', 'user', 'password', 'dbname'];
const TLS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'sslsni'];
const OTHER = ['target_session_attrs', 'connect_timeout'];
/** Has no meaning here: connections are checked by time limits of their own. */
const IGNORED = [
  'fallback_application_name',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'tcp_user_timeout',
  'load_balance_hosts',
  'gssencmode',
  'channel_binding',
];
const KNOWN = new Set([...STARTUP, ...OWN, ...TLS, ...OTHER, ...IGNORED]);

/**
 * Takes a connection URI apart as libpq does: `postgres://user:password@host:port,host/database?…`.
 *
 * @throws DatabaseError that names what cannot be used, without the password
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function parseAddress(address: string): PostgresAddress {
  const name = withoutPassword(address);
  const refuse = (reason: string): never => {
    throw new DatabaseError(name, reason);
  };
  const [, authority = '', path = '', search = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(address) ??
    refuse('it is not a PostgreSQL address. Use postgres://user:password@host:port/database.');
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
    hosts: readHosts(get('hostaddr') ?? get('host'), get('port'), hosts, refuse),
    user: get('user') ?? user,
    password: get('password') ?? password,
    database: get('dbname') ?? (decode(path, refuse) || undefined),
    tls: readTls(get, refuse),
    sessionAttributes: oneOf(SESSION_ATTRIBUTES, 'target_session_attrs', get, refuse) ?? 'any',
    connectTimeoutSeconds:
      readNumber('connect_timeout', get, refuse) || DEFAULT_CONNECT_TIMEOUT_SECONDS,
    startup,
  };
}

type Refuse = (reason: string) => never;
type Get = (key: string) => string | undefined;

function readParameters(search: string, refuse: Refuse): URLSearchParams {
  // libpq takes a plus sign as it is.
  const parameters = new URLSearchParams(search.replaceAll('+', '%2B'));
  const unknown = [...parameters.keys()].filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) {
    const names = unknown.map((key) => JSON.stringify(key)).join(', ');
    refuse(`it has no parameter ${names}. Use ${[...KNOWN].join(', ')}.`);
  }
  return parameters;
}

function readAuthority(authority: string, refuse: Refuse) {
  const at = authority.lastIndexOf('@');
  const [, user = '', password] =
    /^([^:]*)(?::(.*))?$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  return {
    user: decode(user, refuse) || undefined,
    password: password === undefined ? undefined : decode(password, refuse),
    hosts: authority.slice(at + 1),
  };
}

function readHosts(
  names: string | undefined,
  ports: string | undefined,
  authority: string,
  refuse: Refuse,
): Host[] {
  const fromParameter = names?.split(',').map((host) => ({ host, port: '' }));
  const hosts =
    fromParameter ??
    (authority || 'localhost').split(',').map((part) => {
      const [, host = '', port = ''] =
        /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(part) ?? refuse(`it has no host ${part}.`);
      return { host: decode(host.replace(/^\[(.*)\]$/, '$1'), refuse) || 'localhost', port };
    });
  const portList = ports?.split(',') ?? [];
  return hosts.map(({ host, port }, i) => {
    const text = portList[portList.length === 1 ? 0 : i] || port || String(DEFAULT_PORT);
    const number = Number(text);
    const isPort = /^\d+$/.test(text) && number > 0 && number < 65_536;
    return isPort ? { host, port: number } : refuse(`its port ${text} is not from 1 to 65535.`);
  });
}

/** https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
function readTls(get: Get, refuse: Refuse): Tls {
  const mode = oneOf(TLS_MODES, 'sslmode', get, refuse) ?? 'prefer';
  if (mode === 'disable') return false;
  const root = get('sslrootcert');
  const certificates: ConnectionOptions = {
    ...(root !== undefined && root !== 'system' && { ca: readPem(root, refuse) }),
    ...(get('sslcert') && { cert: readPem(get('sslcert') ?? '', refuse) }),
    ...(get('sslkey') && { key: readPem(get('sslkey') ?? '', refuse) }),
    ...(get('sslpassword') && { passphrase: get('sslpassword') }),
  };
  const isRequired = mode !== 'allow' && mode !== 'prefer';
  // Only these two check who the server is; `require` does where a root certificate is named.
  const isFull = mode === 'verify-full' || (isRequired && root === 'system');
  const isChecked = isFull || mode === 'verify-ca' || (isRequired && root !== undefined);
  const options = {
    ...certificates,
    rejectUnauthorized: isChecked,
    ...(!isFull && { checkServerIdentity: () => undefined }),
  };
  return { isRequired, options };
}

function readPem(path: string, refuse: Refuse): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return refuse(`a certificate or key of its address cannot be read (${message}).`);
  }
}

function readNumber(key: string, get: Get, refuse: Refuse): number | undefined {
  const text = get(key);
  if (text === undefined) return undefined;
  return /^\d{1,6}$/.test(text)
    ? Number(text)
    : refuse(`its ${key} ${text} is not a number of seconds.`);
}

function oneOf<T extends string>(
  values: readonly T[],
  key: string,
  get: Get,
  refuse: Refuse,
): T | undefined {
  const text = get(key);
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  return value ?? refuse(`its ${key} ${JSON.stringify(text)} is none of ${values.join(', ')}.`);
}

function decode(text: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('it has a % that begins no escape. Write % as %25.');
  }
}
