import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { markdownTable } from '../bench/measure.ts';
import { DEADLINE_MS } from '../src/catalog/scheduling/search-queue.ts';
import { IDLE_GRACE_MS } from '../src/http/server/graceful-shutdown.ts';
import { Connection } from './connection.ts';
import { Random } from './fuzz/random.ts';
import { type SoakOptions, startProgram } from './program.ts';

const CONNECTIONS = 50;
/** How long clients are busy before the signal; a random time is added. */
const BUSY_MS = 250;
const MAX_PAUSE_MS = 3;

/** Short and long responses: computed at once, in a later event loop turn, or in a thread. */
const PATHS = [
  '/api/food?q=egg',
  '/api/food?q=a&fields=iron_mg,zinc_mg,ndb_no',
  '/api/food/01123',
  `/api/food?match=fuzzy&q=${'e i a o r n t s l c d p m u h g'.replaceAll(' ', '%20')}`,
] as const;

class Stopped {
  answered = 0;
  /** Requests on a connection that had already returned a response and seemed open. */
  lost = 0;
  /** First requests on connections that the system had accepted but the service had not. */
  neverAccepted = 0;
  readonly codes = new Set<number | null>();
  longestMs = 0;
}

/** Sends SIGTERM under load repeatedly, and returns a table of what happened to the requests. */
export async function runStop(options: Pick<SoakOptions, 'count' | 'seed'>, busyMs = BUSY_MS) {
  const { count: times = 20, seed } = options;
  const random = new Random(seed);
  const rows: string[][] = [];
  for (const threads of [1, 2]) {
    const stopped = new Stopped();
    for (let i = 0; i < times; i++) await stopOnce(threads, random, busyMs, stopped);
    const { answered, lost, neverAccepted, codes, longestMs } = stopped;
    const counts = [threads, times, answered + lost + neverAccepted, answered, lost, neverAccepted];
    const seconds = (longestMs / 1_000).toFixed(1);
    rows.push([...counts.map(String), [...codes].join(', '), `${seconds} s`]);
  }
  const head = ['stops', 'requests', 'answered', 'lost', 'never accepted', 'exit codes', 'longest'];
  return markdownTable(['threads', ...head], rows);
}

async function stopOnce(threads: number, random: Random, busyMs: number, stopped: Stopped) {
  const program = await startProgram(['--threads', String(threads)]);
  const answered = new Set<number>();
  const { lost, neverAccepted } = stopped;
  const delay = monitorEventLoopDelay();
  delay.enable();
  const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
  const clients = Array.from({ length: CONNECTIONS }, (_, client) =>
    askUntilGone(program.port, stopped, random, () => {
      if (answered.add(client).size === CONNECTIONS) resolve();
    }),
  );
  // On a busy machine, the first responses may take longer than `busyMs`.
  await Promise.race([allAnswered, Promise.all(clients)]);
  await setTimeout(busyMs + random.integer(0, 200));
  const startMs = performance.now();
  stopped.codes.add(await program.stop());
  stopped.longestMs = Math.max(stopped.longestMs, performance.now() - startMs);
  await Promise.all(clients);
  // If the clients were stalled, losses prove nothing: the service may close idle connections.
  delay.disable();
  if (delay.max > (IDLE_GRACE_MS / 2) * 1e6) Object.assign(stopped, { lost, neverAccepted });
}

/** Searches over one connection after another, until nothing listens anymore. */
async function askUntilGone(
  port: number,
  stopped: Stopped,
  random: Random,
  onAnswer: () => void,
): Promise<void> {
  for (;;) {
    const connection = await Connection.open(port).catch(() => undefined);
    if (connection === undefined) return;
    for (let isFirst = true; connection.isOpen; isFirst = false) {
      const isAnswered = await ask(connection, random.pick(PATHS));
      if (isAnswered) stopped.answered += 1;
      else if (isFirst) stopped.neverAccepted += 1;
      else stopped.lost += 1;
      onAnswer();
      if (!isAnswered) break;
      await setTimeout(random.integer(0, MAX_PAUSE_MS));
    }
    connection.close();
  }
}

async function ask(connection: Connection, path: string): Promise<boolean> {
  const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const sending = { pieces: [bytes], bodies: [true], isLast: false };
  const startMs = performance.now();
  const { answers, end } = await connection.exchange(sending);
  const status = answers[0]?.status;
  // On a busy machine, a long search may wait past its deadline. Then it gets 503.
  const isOverdue = status === 503 && performance.now() - startMs >= DEADLINE_MS;
  return (status === 200 || isOverdue) && end === 'kept';
}
