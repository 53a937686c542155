import { cpuUsage } from 'node:process';
import { fileURLToPath } from 'node:url';
import fastifyCors from '@fastify/cors';
import cors from 'cors';
import Fastify from 'fastify';
import { createCorsPolicy } from '../src/cors/index.ts';

const ORIGINS = 1_000;
const ASKED = 4_096;
const ROUNDS = 9;
const REPEATS = 25;

/** Puts the CORS headers of an answer to a request from `origin` into an object of its own. */
type Contender = (origin: string) => Readonly<Record<string, string>>;

/**
 * CPU time to decide on an Origin and put the headers of the answer together, for a list of 1,000
 * origins, beside `cors` and `@fastify/cors` given the same list. Half of the requests come from
 * origins in the list, half from others. No HTTP: what is measured is the policy alone.
 */
export async function benchCors(): Promise<void> {
  const origin = Array.from({ length: ORIGINS }, (_, i) => `https://shop-${i}.example.com`);
  const asked = Array.from({ length: ASKED }, (_, i) =>
    // A step that shares no factor with the length goes all over the list.
    i % 2 === 0 ? `https://shop-${(i * 619) % ORIGINS}.example.com` : `https://evil-${i}.test`,
  );
  const contenders: [string, Contender][] = [
    ['Food Lookup', ours(origin)],
    ['cors', express(origin)],
    ['@fastify/cors', await fastify(origin)],
  ];
  agree(contenders, asked);

  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, contender] of contenders) {
      const microseconds = measure(contender, asked);
      // The first round warms up.
      if (round > 0) times.set(name, [...(times.get(name) ?? []), microseconds]);
    }
  }
  const rows = contenders.map(([name]) => [name, median(times.get(name) ?? [])] as const);
  const fastest = rows[0]?.[1] ?? Number.NaN;
  console.log(
    `CORS: list of ${ORIGINS} origins, CPU time a request, medians of ${ROUNDS - 1} rounds\n`,
  );
  console.log('| policy | µs a request | times ours |');
  console.log('|---|---:|---:|');
  for (const [name, microseconds] of rows) {
    const ratio = (microseconds / fastest).toFixed(1);
    console.log(`| ${name} | ${microseconds.toFixed(3)} | ${ratio} |`);
  }
}

function ours(origin: readonly string[]): Contender {
  const policy = createCorsPolicy({ origin });
  return (asking) => {
    const decision = policy.decide(asking);
    if (decision instanceof Promise) throw new Error('A list is decided on without waiting.');
    return policy.responseHeaders(decision);
  };
}

function express(origin: string[]): Contender {
  const middleware = cors({ origin });
  return (asking) => {
    const headers: Record<string, string> = {};
    const response = {
      setHeader: (name: string, value: string) => {
        headers[name] = value;
      },
      getHeader: (name: string) => headers[name],
      end: () => {},
    };
    middleware({ method: 'GET', headers: { origin: asking } }, response, () => {});
    return headers;
  };
}

/** The hook that the plugin really adds, called without the rest of Fastify. */
async function fastify(origin: string[]): Promise<Contender> {
  const app = Fastify();
  const hooks: (() => void)[] = [];
  const addHook = (_: string, hook: () => void) => {
    hooks.push(hook);
    return app;
  };
  Reflect.set(app, 'addHook', addHook);
  await app.register(fastifyCors, { origin });
  const [hook] = hooks;
  if (hook === undefined) throw new Error('@fastify/cors added no hook.');
  return (asking) => {
    const headers: Record<string, string> = {};
    const request = {
      headers: { origin: asking },
      raw: { method: 'GET' },
      routeOptions: { config: {} },
    };
    const reply = {
      header: (name: string, value: string) => {
        headers[name] = value;
      },
      getHeader: (name: string) => headers[name],
    };
    Reflect.apply(hook, app, [request, reply, () => {}]);
    return headers;
  };
}

/** What is fast but wrong is not worth measuring. */
function agree(contenders: readonly [string, Contender][], asked: readonly string[]): void {
  for (const origin of asked.slice(0, 64)) {
    const answers = contenders.map(([, contender]) => {
      return contender(origin)['Access-Control-Allow-Origin'];
    });
    if (new Set(answers).size > 1) throw new Error(`They disagree on ${origin}: ${answers}`);
  }
}

function measure(contender: Contender, asked: readonly string[]): number {
  let headers = 0;
  const before = cpuUsage();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const origin of asked) headers += Object.keys(contender(origin)).length;
  }
  const { user, system } = cpuUsage(before);
  // Using the outcome keeps the calls from being optimised away.
  if (headers === 0) throw new Error('No header was ever set.');
  return (user + system) / (REPEATS * asked.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchCors();
