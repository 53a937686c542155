import cors from 'cors';
import { createCorsPolicy } from '../src/cors/index.ts';
import { cpuMs, interleaved, markdownTable, median } from './measure.ts';

const ORIGINS = 1_000;
const ASKED = 4_096;
const ROUNDS = 9;
const REPEATS = 25;

/** Returns the CORS headers of a response to a request from `origin`, in a new object. */
type Contender = (origin: string) => Readonly<Record<string, string>>;

/** Measures the CPU time of a decision and its headers, without HTTP, compared with `cors`. */
export async function benchCors(): Promise<string> {
  const origin = Array.from({ length: ORIGINS }, (_, i) => `https://shop-${i}.example.com`);
  // Half of the requests come from origins in the list.
  const asked = Array.from({ length: ASKED }, (_, i) =>
    // A step coprime to the list's length visits the whole list.
    i % 2 === 0 ? `https://shop-${(i * 619) % ORIGINS}.example.com` : `https://evil-${i}.test`,
  );
  const contenders = [
    { name: 'Food Lookup', answer: ours(origin) },
    { name: 'cors', answer: express(origin) },
  ];
  for (const one of asked.slice(0, 64)) {
    const granted = contenders.map(({ answer }) => answer(one)['Access-Control-Allow-Origin']);
    if (new Set(granted).size > 1) throw new Error(`They disagree on ${one}: ${granted}`);
  }
  const times = await interleaved(contenders, ROUNDS, ({ answer }) => measure(answer, asked));
  const medians = times.map(median);
  const rows = contenders.map(({ name }, i) => {
    const us = medians[i] ?? NaN;
    return [name, us.toFixed(2), (us / (medians[0] ?? NaN)).toFixed(1)];
  });
  const table = markdownTable(['policy', 'µs per request', 'vs. ours'], rows);
  return `CPU time per request with a list of ${ORIGINS.toLocaleString('en')} origins, medians of ${ROUNDS} rounds\n\n${table}`;
}

function ours(origin: readonly string[]): Contender {
  const policy = createCorsPolicy({ origin });
  return (asking) => {
    const decision = policy.decide(asking);
    if (decision instanceof Promise) throw new Error('A list must decide without waiting.');
    return policy.responseHeaders(decision);
  };
}

function express(origin: string[]): Contender {
  const middleware = cors({ origin });
  return (asking) => {
    const headers: Record<string, string> = {};
    const setHeader = (name: string, value: string) => {
      headers[name] = value;
    };
    const response = { setHeader, getHeader: (name: string) => headers[name], end: () => {} };
    middleware({ method: 'GET', headers: { origin: asking } }, response, () => {});
    return headers;
  };
}

/** @returns microseconds of CPU time per request */
function measure(answer: Contender, asked: readonly string[]): number {
  let headers = 0;
  const before = cpuMs();
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const origin of asked) headers += answer(origin).Vary === undefined ? 0 : 1;
  }
  const spent = cpuMs() - before;
  // Uses the results. Otherwise, V8 might optimize the calls away.
  if (headers === 0) throw new Error('No header was ever set.');
  return (spent * 1000) / (REPEATS * asked.length);
}
