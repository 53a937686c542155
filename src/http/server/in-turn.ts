import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_WAITING_REQUESTS } from './limits.ts';

interface Waiting {
  readonly requests: [IncomingMessage, ServerResponse][];
  /** There were more than may wait: the connection is closed after these. */
  isOverfull: boolean;
}

/**
 * Answers one request of a connection per turn of the event loop, and the next one only when the
 * answer before it has left the process. Node parses all requests of one read at once, 1,500 have
 * been seen, and would answer them in one turn while everyone else waits.
 */
export function inTurn(answer: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, Waiting>();

  function answerNext(socket: Socket, queue: Waiting): void {
    const next = queue.requests.shift();
    if (next === undefined) {
      waiting.delete(socket);
      socket.resume();
      return;
    }
    const [request, response] = next;
    const isLast = queue.isOverfull && queue.requests.length === 0;
    if (isLast) response.shouldKeepAlive = false;
    latest.set(socket, response);
    response.once('finish', () => {
      if (!isLast) setImmediate(answerNext, socket, queue);
    });
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    const queue = waiting.get(socket);
    if (queue !== undefined) {
      if (queue.requests.length < MAX_WAITING_REQUESTS) queue.requests.push([request, response]);
      else queue.isOverfull = true;
    } else if (before === undefined || before.writableFinished) {
      latest.set(socket, response);
      answer(request, response);
    } else {
      // Nothing more is read until these are answered.
      socket.pause();
      const started: Waiting = { requests: [[request, response]], isOverfull: false };
      waiting.set(socket, started);
      before.once('finish', () => setImmediate(answerNext, socket, started));
    }
  };
}
