import { codeOf, messageOf } from '../../errors/user-error.ts';
import { DatabaseError } from '../database-error.ts';

// Explains why a request to PostgreSQL failed: wrong password, unknown host, lost connection, TLS.

/** Awaits a query, and turns errors from the server and the connection into a DatabaseError. */
export async function withDatabaseErrors<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(name, reasonFor(error), { cause: error });
  }
}

/** A connection error with a code: SQLSTATE, or one of {@link FAULT_REASONS}. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;

  constructor(code: string, message = `The connection failed: ${code}`) {
    super(message);
    this.code = code;
  }
}

/**
 * Returns the error with which a server ends a connection, if these bytes contain it. Searches for
 * the fields of the error, since answers to earlier statements may come first. Rows never match,
 * since their text contains no zero bytes.
 */
export function fatalError(data: Buffer): ConnectionError | undefined {
  const at = data.lastIndexOf(FATAL_SEVERITY);
  return at < 0 ? undefined : serverError(data.subarray(at));
}

const FATAL_SEVERITY = '\0VFATAL\0';

/**
 * Returns the error that a server sent as fields, each a letter and a string that ends with a zero
 * byte.
 *
 * @see https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export function serverError(fields: Buffer): ConnectionError {
  const texts = fields.toString().split('\0');
  const field = (letter: string) => texts.find((text) => text.startsWith(letter))?.slice(1);
  return new ConnectionError(field('C') ?? '', field('M'));
}

const NO_ANSWER = 'the server does not answer. Check the URL, and that the server is running.';
const GONE = 'the server closed the connection. Check that it is running.';
const SILENT = 'the server has stopped answering. Check the server and the network.';
const NOT_YET = 'the server is starting or stopping. Try again in a moment.';
const NO_LOGIN = 'the server refuses this user or password. Check both.';
const NO_LOGIN_FROM_HERE =
  'the server refuses this user from this machine, or requires TLS or a client certificate. Check the user, sslmode, sslcert, and pg_hba.conf.';
const UNTRUSTED =
  "the server's certificate is not trusted. Set sslrootcert to its root certificate.";

const FAULT_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  CONNECT_TIMEOUT: NO_ANSWER,
  SILENT,
  ENOENT: NO_ANSWER,
  ENOTFOUND: 'the host name does not exist. Check the URL.',
  EAI_AGAIN: 'the host name cannot be resolved now. Check the URL and the name server.',
  ENOSPC:
    'the temporary folder is full. It holds the rows of the table during indexing. Free some space there, or set TMPDIR to another folder.',
  ECONNRESET: GONE,
  EPIPE: GONE,
  CONNECTION_CLOSED: GONE,
  CONNECTION_ENDED: GONE,
  CONNECTION_DESTROYED: GONE,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA:
    "the server does not trust the certificate in sslcert. Use one signed by a CA in the server's ssl_ca_file.",
  CERT_HAS_EXPIRED: "the server's certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "the server's certificate is for a different host. Use the host name in the certificate, or sslmode=verify-ca.",
  NO_TLS: 'the server does not use TLS. Turn it on there, or use sslmode=prefer.',
  NOT_POSTGRES: 'the server that answers there is not PostgreSQL. Check the port.',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28000': NO_LOGIN_FROM_HERE,
  '28P01': NO_LOGIN,
  '3D000': 'the server has no database of this name. Check the URL.',
  '42501': 'this role is not allowed to read the table. Run: GRANT SELECT ON table TO role.',
  '53300':
    'the server has no free connections. Each service takes one: raise the CONNECTION LIMIT of the role or the database, or max_connections.',
  '57014': "reading took longer than this role's statement_timeout. Raise it.",
  '40001':
    'the standby ended the read, because the primary removed rows that the read needed. On the standby, set hot_standby_feedback = on, or raise max_standby_streaming_delay.',
  '57P01': NOT_YET,
  '57P02': NOT_YET,
  '57P03': NOT_YET,
  '57P05': "this role's idle_session_timeout ended the connection. Raise it.",
  '22P05':
    "a value has a character that cannot be converted from the database's encoding to UTF-8. Correct it, or convert the database to UTF-8.",
  '25P03': "reading took longer than this role's idle_in_transaction_session_timeout. Raise it.",
  '25P04': "reading took longer than this role's transaction_timeout. Raise it.",
};

function reasonFor(error: unknown): string {
  // If the host has several addresses, there is one error for each. The first one is enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return FAULT_REASONS[codeOf(first)] ?? `the request failed (${messageOf(first)}).`;
}
