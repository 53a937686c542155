import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from './fault.ts';

// Faults by callers: thousands of connections, slow headers, half requests, no reading.

/** Longer than the time-outs for headers and for callers that take nothing. */
const PATIENCE_MS = 15_000;
/** Longer than any answer takes, on a busy machine as well. */
const LONGEST_ANSWER_MS = 2 * 60_000;
const SEARCH = 'GET /api/food?q=a HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** One end of a connection, and what became of it. */
interface Caller {
  readonly socket: Socket;
  /** The first bytes that it was sent. */
  answer: string;
}

function callers(port: number, count: number): Caller[] {
  return Array.from({ length: count }, () => {
    const caller: Caller = { socket: connect(port, '127.0.0.1'), answer: '' };
    caller.socket.on('error', () => undefined);
    caller.socket.on('data', (chunk) => {
      if (caller.answer === '') caller.answer = chunk.toString('latin1', 0, 12);
    });
    return caller;
  });
}

/** Waits until all of them were hung up on, or patience is at its end, and ends them. */
async function hangUp(all: readonly Caller[]): Promise<string> {
  const start = performance.now();
  const closed = all.map(({ socket }) => (socket.closed ? undefined : once(socket, 'close')));
  await Promise.race([Promise.all(closed), setTimeout(PATIENCE_MS)]);
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  const count = all.filter(({ socket }) => socket.closed).length;
  for (const { socket } of all) socket.destroy();
  return `${count} of ${all.length} hung up on within ${seconds} s`;
}

function withAnswer(all: readonly Caller[], status: number): number {
  return all.filter(({ answer }) => answer === `HTTP/1.1 ${status}`).length;
}

async function untilAnswered(all: readonly Caller[]): Promise<void> {
  const ends = all.map(({ socket }) =>
    Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined),
  );
  await Promise.race([Promise.all(ends), setTimeout(LONGEST_ANSWER_MS, undefined, { ref: false })]);
}

/** Many connections, each with a search, all at once. */
async function crowd(port: number, count: number): Promise<string> {
  const all = callers(port, count);
  for (const { socket } of all) socket.write(SEARCH);
  await untilAnswered(all);
  for (const { socket } of all) socket.destroy();
  return `${withAnswer(all, 200)} of ${count} answered`;
}

/** What callers can do. */
export const CALLERS: readonly Fault[] = [
  {
    name: '500 connections send headers byte by byte',
    cause: async ({ port }) => {
      const all = callers(port, 500);
      for (const { socket } of all) {
        socket.write('GET /api/food?q=egg HTTP/1.1\r\nHost: localhost\r\nX: ');
        const timer = setInterval(() => socket.write('x'), 1_000);
        socket.once('close', () => clearInterval(timer));
      }
      return hangUp(all);
    },
  },
  {
    name: '500 connections send half a request and no more',
    cause: async ({ port }) => {
      const all = callers(port, 500);
      for (const { socket } of all) socket.write('GET /api/food?q=');
      return hangUp(all);
    },
  },
  {
    name: '300 connections ask for ten answers and never read',
    cause: async (program) => {
      const all = callers(program.port, 300);
      for (const { socket } of all) {
        socket.pause();
        socket.write(SEARCH.repeat(10));
      }
      const before = program.memoryBytes();
      await setTimeout(PATIENCE_MS);
      for (const { socket } of all) socket.destroy();
      const more = (program.memoryBytes() - before) / 2 ** 20;
      return `${more.toFixed(0)} MiB more meanwhile`;
    },
  },
  { name: '2,000 connections at once', cause: ({ port }) => crowd(port, 2_000) },
  { name: '4,000 connections at once', cause: ({ port }) => crowd(port, 4_000) },
  {
    name: '5,000 connections hang up before they are answered',
    cause: async ({ port }) => {
      for (let round = 0; round < 100; round++) {
        const all = callers(port, 50);
        for (const { socket } of all) socket.write(SEARCH.repeat(5));
        await setTimeout(5);
        for (const { socket } of all) socket.resetAndDestroy();
      }
      return 'nothing: nobody waits';
    },
  },
  {
    name: '300 connections send headers of 200 kB',
    cause: async ({ port }) => {
      const all = callers(port, 300);
      for (const { socket } of all) socket.write(`GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`);
      await untilAnswered(all);
      for (const { socket } of all) socket.destroy();
      return `${withAnswer(all, 431)} answered with 431, the others reset`;
    },
  },
];
