import { once } from 'node:events';
import { lstat } from 'node:fs/promises';
import { connect } from 'node:net';
import { isErrorWith } from '../../errors/message-of.ts';

// When a Unix socket counts as left over, so that it may be replaced.

/** Whether a Unix socket is there that nobody listens on any more. */
export async function isAbandoned(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isSocket()) return false;
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return isErrorWith(error, 'ECONNREFUSED');
  } finally {
    socket.destroy();
  }
}
