import { setTimeout } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { faultsOf } from '../fuzz/judge.ts';
import type { HonestRequest } from './honest-requests.ts';

// A client of the honest load: what it checks of each answer, and how long it waits.

/** What honest clients saw in a while, all together. */
export class Seen {
  /** From the moment when a request was due to its answer's last byte, one per request. */
  readonly latenciesMs: number[] = [];
  readonly failures: string[] = [];
}

export interface ClientOptions {
  readonly port: number;
  readonly requests: readonly HonestRequest[];
  /** Between two requests of this client, in ms. 0: the next one follows the answer. */
  readonly intervalMs: number;
  /** When it begins and ends, by `performance.now()`. */
  readonly startMs: number;
  readonly endMs: number;
  /** Where to note what happens now. */
  readonly seen: () => Seen;
}

/** Longer than any honest search takes. */
const TIMEOUT_MS = 10_000;

/** Sends requests over one connection, each when it is due, until the time is up. */
export async function runClient(options: ClientOptions): Promise<void> {
  const { port, requests, intervalMs, startMs, endMs, seen } = options;
  let connection = await Connection.open(port);
  let dueMs = startMs;
  for (let i = 0; ; i++) {
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await setTimeout(waitMs);
    if (performance.now() >= endMs) break;
    if (!connection.isOpen) connection = await Connection.open(port);
    const request = requests[i % requests.length];
    if (request === undefined) break;
    // A client that waits for an answer does not see how long the next one would have waited: so the
    // time counts from when a request was due, not from when it was sent. Timers may be early.
    const sinceMs = Math.min(dueMs, performance.now());
    const failure = await failureOf(connection, request);
    seen().latenciesMs.push(performance.now() - sinceMs);
    if (failure !== undefined) {
      seen().failures.push(`${request.bytes.toString().split('\r\n', 1)}: ${failure}`);
      connection.close();
      connection = await Connection.open(port);
    }
    dueMs = intervalMs === 0 ? performance.now() : dueMs + intervalMs;
  }
  connection.close();
}

async function failureOf(
  connection: Connection,
  request: HonestRequest,
): Promise<string | undefined> {
  const { bytes, method } = request;
  const sending = { pieces: [bytes], bodies: [method !== 'HEAD'], isLast: false };
  const { answers, end, fault } = await connection.exchange(sending, TIMEOUT_MS);
  const [answer] = answers;
  if (answer === undefined || end !== 'kept') return fault ?? end;
  return faultsOf(request, answer)[0];
}
