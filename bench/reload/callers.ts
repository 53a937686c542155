import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { elementAt } from '../../src/search/flat-arrays.ts';

/** The words that all descriptions of one state of the data hold, so that an answer shows its own. */
export const OLD = 'oldoldold';
export const NEW = 'newnewnew';

const SEARCHES = ['cheese', 'milk', 'e', 'chocolate', 'ri'];
const HEAD_END = '\r\n\r\n';

/**
 * Callers that search, each over a connection of its own, and look whether each answer is of one state
 * of the data. On bare sockets, so that they take little of the machine themselves.
 */
export class Callers {
  requests = 0;
  failed = 0;
  mixed = 0;
  hasSeenNew = false;
  #isOver = false;
  readonly #callers: Promise<void>[];

  /** @param perSecond searches of all together; `Infinity`: the next one as soon as one is answered */
  constructor(url: string, count: number, perSecond: number) {
    const { port, hostname } = new URL(url);
    const pauseMs = (count * 1_000) / perSecond;
    this.#callers = Array.from({ length: count }, (_, n) =>
      this.#call(Number(port), hostname, n, pauseMs),
    );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  async #call(port: number, host: string, offset: number, pauseMs: number): Promise<void> {
    let socket: Socket | undefined;
    let dueMs = performance.now();
    for (let n = offset; !this.#isOver; n++) {
      dueMs += pauseMs;
      socket = socket?.writable ? socket : connect({ port, host, noDelay: true });
      const answer = await ask(socket, elementAt(SEARCHES, n % SEARCHES.length)).catch(
        () => undefined,
      );
      this.requests += 1;
      if (answer === undefined) {
        this.failed += 1;
        socket.destroy();
      } else this.#look(answer);
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await setTimeout(waitMs);
    }
    socket?.destroy();
  }

  #look(answer: Buffer): void {
    const [hasOld, hasNew] = [answer.includes(`${OLD}"`), answer.includes(`${NEW}"`)];
    if (hasOld && hasNew) this.mixed += 1;
    else if (hasNew) this.hasSeenNew = true;
    else if (!hasOld) this.failed += 1;
  }
}

/** The whole answer to a search; rejects where it is not a 200 that says how long it is. */
function ask(socket: Socket, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let missing = Number.POSITIVE_INFINITY;
    const onEnd = () => end(() => reject(new Error('The connection ended.')));
    const end = (settle: () => void) => {
      socket.off('data', onData).off('close', onEnd).off('error', onEnd);
      settle();
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      if (missing === Number.POSITIVE_INFINITY) {
        const start = Buffer.concat(chunks).toString('latin1');
        const headEnd = start.indexOf(HEAD_END);
        if (headEnd === -1) return;
        const length = /\r\ncontent-length: (\d+)/i.exec(start)?.[1];
        if (!start.startsWith('HTTP/1.1 200') || length === undefined) {
          return end(() => reject(new Error(start.slice(0, headEnd))));
        }
        missing = Number(length) - (start.length - headEnd - HEAD_END.length);
      } else missing -= chunk.length;
      if (missing === 0) end(() => resolve(Buffer.concat(chunks)));
    };
    socket.on('data', onData).on('close', onEnd).on('error', onEnd);
    socket.write(`GET /api/food?q=${text} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  });
}
