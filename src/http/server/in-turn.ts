import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_WAITING_REQUESTS } from './limits.ts';

/** One connection. */
interface Turn {
  /** The answer begun last. */
  latest: ServerResponse;
  /** Requests that wait for it to leave; `undefined` where none had to. */
  waiting: [IncomingMessage, ServerResponse][] | undefined;
  /** More than may wait, or what is not HTTP, followed: the connection is closed after these. */
  isLast: boolean;
}

const turns = new WeakMap<Socket, Turn>();

/**
 * Answers one request of a connection per turn of the event loop, and the next one only when the
 * answer before it has left the process. Node parses all requests of one read at once, 1,500 have
 * been seen, and would answer them in one turn while everyone else waits.
 */
export function inTurn(answer: RequestListener): RequestListener {
  function answerNext(socket: Socket, turn: Turn): void {
    const [request, response] = turn.waiting?.shift() ?? [];
    if (request === undefined || response === undefined) {
      turn.waiting = undefined;
      socket.resume();
      return;
    }
    turn.latest = response;
    if (turn.isLast && turn.waiting?.length === 0) response.shouldKeepAlive = false;
    else response.once('finish', () => setImmediate(answerNext, socket, turn));
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const turn = turns.get(socket);
    if (turn === undefined) {
      turns.set(socket, { latest: response, waiting: undefined, isLast: false });
    } else if (turn.waiting !== undefined) {
      if (turn.waiting.length < MAX_WAITING_REQUESTS) turn.waiting.push([request, response]);
      else turn.isLast = true;
      return;
    } else if (turn.latest.writableFinished) {
      turn.latest = response;
    } else {
      // Nothing more is read until these are answered.
      socket.pause();
      turn.waiting = [[request, response]];
      turn.latest.once('finish', () => setImmediate(answerNext, socket, turn));
      return;
    }
    answer(request, response);
  };
}

/** Whether a connection has sent requests that wait for their turn. */
export function hasWaitingRequests(socket: Socket): boolean {
  return turns.get(socket)?.waiting !== undefined;
}

/**
 * Closes a connection after the answers that it waits for.
 *
 * @returns false if it waits for none
 */
export function closeAfterAnswers(socket: Socket): boolean {
  const turn = turns.get(socket);
  if (turn === undefined) return false;
  if (!turn.waiting?.length) {
    if (turn.latest.writableFinished) return false;
    turn.latest.shouldKeepAlive = false;
    turn.latest.once('finish', () => socket.destroySoon());
  }
  socket.pause();
  turn.isLast = true;
  return true;
}
