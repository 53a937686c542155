import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { limitUnread } from './unread-responses.ts';

const SIZE = 10;

/** Returns a written response whose bytes stay in its socket. */
function unread() {
  const socket = new Socket();
  vi.spyOn(socket, 'writableLength', 'get').mockReturnValue(SIZE);
  const response = new ServerResponse(new IncomingMessage(socket));
  response.end();
  return { socket, response: Object.assign(response, { socket }) };
}

test('limitUnread counts only responses that are still unread, however many were unread before', () => {
  const onDisconnect = vi.fn();
  const watch = limitUnread(2 * SIZE, 600_000, onDisconnect);
  for (let i = 0; i < 3 * SIZE; i++) {
    const { response } = unread();
    watch(response);
    response.emit('close');
  }
  const held = [unread(), unread(), unread()];
  const isClosed = () => held.map(({ socket }) => socket.destroyed);
  for (const { response } of held.slice(0, 2)) watch(response);
  expect(isClosed()).toEqual([false, false, false]);
  // The second connection has another response by now, which counts instead of its first.
  for (const { response } of held.slice(1)) watch(response);
  expect(isClosed()).toEqual([true, false, false]);
  expect(onDisconnect).toHaveBeenCalledOnce();
});
