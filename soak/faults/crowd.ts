import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Longer than any answer takes, on a busy machine as well. */
const LONGEST_ANSWER_MS = 2 * 60_000;
const SEARCH = 'GET /api/food?q=a HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Many connections at once, each with a search. Says how many were answered. */
export async function crowd(port: number, count: number): Promise<string> {
  let answered = 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(SEARCH));
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      if (chunk.toString('latin1', 0, 12) === 'HTTP/1.1 200') answered += 1;
    });
    return socket;
  });
  const ends = sockets.map((socket) => Promise.race([once(socket, 'data'), once(socket, 'close')]));
  const all = Promise.allSettled(ends);
  await Promise.race([all, setTimeout(LONGEST_ANSWER_MS, undefined, { ref: false })]);
  for (const socket of sockets) socket.destroy();
  return `${answered} of ${count} answered`;
}
