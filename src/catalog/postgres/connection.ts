import postgres, { type Sql } from 'postgres';
import { DatabaseError } from '../database-error.ts';
import type { PostgresAddress, SessionAttributes } from './address.ts';
import { explainingFaults } from './faults.ts';

/** One connection. It is never opened again by itself: a caller that needs another calls connect. */
export interface Connection {
  readonly sql: Sql;
  readonly isStandby: boolean;
  /** Whether the server or the way to it has ended the connection. */
  readonly isClosed: boolean;
  /** Resolves when the connection ends, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectionEvents {
  /** Called for every NOTIFY on a channel that this connection listens to. */
  readonly onNotify?: () => void;
}

/**
 * Connects to the first host of the address that answers and is of the kind that is wanted. Every
 * call begins with the first host, so a promoted standby is found.
 *
 * @throws DatabaseError where there is none
 */
export async function connect(
  address: PostgresAddress,
  events: ConnectionEvents = {},
): Promise<Connection> {
  const { name, hosts, sessionAttributes } = address;
  // `prefer-standby` takes a primary where there is no standby.
  const rounds: readonly SessionAttributes[] =
    sessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [sessionAttributes];
  let fault: unknown;
  for (const wanted of rounds) {
    for (const host of hosts) {
      try {
        const connection = await explainingFaults(name, () => open(address, host, events));
        if (suits(connection, wanted)) return connection;
        await connection.close();
        fault = new DatabaseError(name, `none of its hosts is of the kind "${wanted}".`);
      } catch (error) {
        fault ??= error;
      }
    }
  }
  throw fault;
}

interface OpenedConnection extends Connection {
  readonly isReadOnly: boolean;
}

async function open(
  { user, password, database, tls, connectTimeoutSeconds, startup }: PostgresAddress,
  { host, port }: { readonly host: string; readonly port: number },
  { onNotify }: ConnectionEvents,
): Promise<OpenedConnection> {
  let isClosed = false;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  // The driver's types know neither lists of hosts, which IPv6 addresses need, nor onnotify.
  const options: object = {
    ...(host.startsWith('/')
      ? { path: `${host}/.s.PGSQL.${port}` }
      : { host: [host], port: [port] }),
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ssl: tls,
    max: 1,
    connect_timeout: connectTimeoutSeconds,
    // Only its opener ends it.
    max_lifetime: null,
    // Statements without names also pass through poolers.
    prepare: false,
    fetch_types: false,
    connection: startup,
    onnotice: () => {},
    onnotify: () => onNotify?.(),
    onclose: () => {
      isClosed = true;
      onClosed();
    },
  };
  const sql = postgres(options);
  try {
    const [state] = await sql<{ standby: boolean; read_only: string }[]>`
      SELECT pg_is_in_recovery() AS standby,
             current_setting('transaction_read_only') AS read_only`;
    return {
      sql,
      isStandby: state?.standby === true,
      isReadOnly: state?.read_only === 'on',
      get isClosed() {
        return isClosed;
      },
      closed,
      close: () => sql.end({ timeout: 0 }),
    };
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}

function suits({ isStandby, isReadOnly }: OpenedConnection, wanted: SessionAttributes): boolean {
  switch (wanted) {
    case 'primary':
      return !isStandby;
    case 'standby':
      return isStandby;
    case 'read-write':
      return !isReadOnly;
    case 'read-only':
      return isReadOnly;
    default:
      return true;
  }
}
