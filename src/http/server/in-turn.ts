import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './close-gently.ts';
import { eventTurns } from './event-turns.ts';
import { MAX_WAITING_REQUESTS } from './limits.ts';

// Answers the requests of a connection one after the other; closes it after one with a body.

/** One connection. */
interface Turn {
  /** The answer begun last. */
  latest: ServerResponse;
  /** Requests that wait for it to leave; `undefined` where none had to. */
  waiting: [IncomingMessage, ServerResponse][] | undefined;
  /** Nothing is read after these requests, and the connection is closed after their answers. */
  isOver: boolean;
}

const turns = new WeakMap<Socket, Turn>();

/**
 * Answers one request of a connection per turn of the event loop, and the next one only when the
 * answer before it has left the process. Node parses all requests of one read at once, 1,500 have
 * been seen, and would answer them in one turn while everyone else waits. A request with a body is the
 * last of its connection, since no request here needs one, and so is one that asks for another protocol,
 * and one after which too many follow.
 */
export function inTurn(answer: RequestListener): RequestListener {
  function answerNext(socket: Socket, turn: Turn): void {
    const [request, response] = turn.waiting?.shift() ?? [];
    if (request === undefined || response === undefined) {
      turn.waiting = undefined;
      if (!turn.isOver) socket.resume();
      return;
    }
    turn.latest = response;
    if (turn.isOver && turn.waiting?.length === 0) endWith(socket, response);
    else response.once('finish', () => eventTurns.wait(() => answerNext(socket, turn)));
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const turn = turns.get(socket) ?? begin(socket, response);
    if (turn.latest === response) {
      // The first of its connection.
    } else if (turn.isOver) {
      return;
    } else if (turn.waiting !== undefined) {
      if (turn.waiting.length < MAX_WAITING_REQUESTS) turn.waiting.push([request, response]);
      else turn.isOver = true;
      turn.isOver ||= isLast(request);
      return;
    } else if (turn.latest.writableFinished) {
      turn.latest = response;
    } else {
      // Nothing more is parsed until these are answered, see `readInSlices`.
      turn.waiting = [[request, response]];
      turn.isOver = isLast(request);
      turn.latest.once('finish', () => eventTurns.wait(() => answerNext(socket, turn)));
      return;
    }
    if (isLast(request)) {
      turn.isOver = true;
      endWith(socket, response);
    }
    answer(request, response);
  };
}

function begin(socket: Socket, latest: ServerResponse): Turn {
  const turn: Turn = { latest, waiting: undefined, isOver: false };
  turns.set(socket, turn);
  return turn;
}

/**
 * Whether a body follows, whose length Node has made sure is a number, or another protocol is asked for:
 * Node's parser loses what it has read after that.
 */
function isLast({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > 0 ||
    (headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? ''))
  );
}

/** Makes an answer the last of its connection. */
function endWith(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  // Node calls this once the answer has left.
  socket.destroySoon = () => closeGently(socket);
}

/** Whether nothing more of a connection is to be parsed, now or ever. */
export function isHeldUp(socket: Socket): boolean {
  const turn = turns.get(socket);
  return turn !== undefined && (turn.waiting !== undefined || turn.isOver);
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
    // Its head may have left already.
    endWith(socket, turn.latest);
    turn.latest.once('finish', () => socket.destroySoon());
  }
  turn.isOver = true;
  return true;
}
