import { DatabaseError } from '../database-error.ts';
import type { PostgresAddress, SessionAttributes } from './address.ts';
import { Connection } from './connection.ts';
import { explainingFaults } from './faults.ts';

// Which of the hosts of a PostgreSQL address is taken (`target_session_attrs`); the error where
// none is.

/**
 * Connects to the first host of the address that answers and is of the kind that is wanted. Every
 * call begins with the first host, so a promoted standby is found.
 *
 * @param onNotify called for every NOTIFY on a channel that the connection listens to
 * @throws DatabaseError where there is none
 */
export async function connect(
  address: PostgresAddress,
  onNotify?: () => void,
): Promise<Connection> {
  const { name, hosts, sessionAttributes } = address;
  // `prefer-standby` takes a primary where there is no standby.
  const rounds: readonly SessionAttributes[] =
    sessionAttributes === 'prefer-standby' ? ['standby', 'any'] : [sessionAttributes];
  let fault: unknown;
  for (const wanted of rounds) {
    for (const host of hosts) {
      try {
        const connection = await explainingFaults(name, () =>
          Connection.open(address, host, onNotify),
        );
        if (suits(connection, wanted)) return connection;
        await connection.close();
        fault = new DatabaseError(name, `no host matches target_session_attrs=${wanted}.`);
      } catch (error) {
        fault ??= error;
      }
    }
  }
  throw fault;
}

function suits({ isStandby, isReadOnly }: Connection, wanted: SessionAttributes): boolean {
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
