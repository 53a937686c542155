import { setTimeout } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { faultsOf } from '../fuzz/judge.ts';
import type { HonestRequest } from './honest-requests.ts';

export class ClientStats {
  /** The time from when each request was due to the last byte of its response. */
  readonly latenciesMs: number[] = [];
  /** The latencies of requests over new connections, which must be accepted first. */
  readonly freshMs: number[] = [];
  readonly failures: string[] = [];
}

export interface ClientOptions {
  readonly port: number;
  readonly requests: readonly HonestRequest[];
  /** The time between two requests, in ms. Default: the next one follows the response. */
  readonly intervalMs?: number;
  /** The pause after a response, in ms, if there is no interval. Default: 0. */
  readonly pauseMs?: number;
  /** When to start, by `performance.now()`. Default: now. */
  readonly startMs?: number;
  /** Returns whether the run is over. Called before each request. */
  readonly isOver: () => boolean;
  /** Sends every `freshEvery`th request over a new connection. Default: only after a failure. */
  readonly freshEvery?: number;
  readonly stats: () => ClientStats;
}

const FEW_CLIENTS = 4;

/** Sends requests over one connection, each when it is due, until the run is over. */
export async function runClient(options: ClientOptions): Promise<void> {
  const { port, requests, intervalMs, pauseMs = 0, isOver, freshEvery = Infinity, stats } = options;
  let connection: Connection | undefined;
  let dueMs = options.startMs ?? performance.now();
  for (let i = 0; ; i++) {
    await setTimeout(Math.max(0, dueMs - performance.now()));
    const request = requests[i % requests.length];
    if (request === undefined || isOver()) break;
    const isFresh = i % freshEvery === 0 && freshEvery < Infinity;
    // Waiting for a response delays the next request, so latency is measured from the time when it
    // was due. Timers may fire early.
    const sinceMs = Math.min(dueMs, performance.now());
    connection = await openAgain(port, connection, isFresh);
    const failure = connection === undefined ? 'not accepted' : await ask(connection, request);
    (isFresh ? stats().freshMs : stats().latenciesMs).push(performance.now() - sinceMs);
    if (failure !== undefined) {
      stats().failures.push(`${request.bytes.toString().split('\r\n', 1)}: ${failure}`);
      connection?.close();
    }
    dueMs = intervalMs === undefined ? performance.now() + pauseMs : dueMs + intervalMs;
  }
  connection?.close();
}

/** Returns the connection if it is open, or a new one; `undefined` if no connection is accepted. */
async function openAgain(
  port: number,
  connection: Connection | undefined,
  isFresh: boolean,
): Promise<Connection | undefined> {
  if (connection?.isOpen === true && !isFresh) return connection;
  connection?.close();
  return Connection.open(port).catch(() => undefined);
}

/** @returns what is wrong with the response, if anything */
async function ask(connection: Connection, request: HonestRequest): Promise<string | undefined> {
  const { bytes, method } = request;
  const sending = { pieces: [bytes], bodies: [method !== 'HEAD'], isLast: false };
  const { answers, end, fault } = await connection.exchange(sending);
  const [answer] = answers;
  if (answer === undefined || end !== 'kept') return fault ?? end;
  return faultsOf(request, answer)[0];
}

/** Sends `count` requests, a few at a time. Resolves with the number of failures. */
export async function failuresAmong(
  port: number,
  requests: readonly HonestRequest[],
  count: number,
) {
  const stats = new ClientStats();
  let sent = 0;
  const isOver = () => sent++ >= count;
  const client = () => runClient({ port, requests, isOver, stats: () => stats });
  await Promise.all(Array.from({ length: FEW_CLIENTS }, client));
  return stats.failures.length;
}
