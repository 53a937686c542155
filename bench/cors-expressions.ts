import { createCorsPolicy, lintOrigin } from '../src/cors/index.ts';
import { matcherOf } from '../src/cors/language/matcher.ts';
import { markdownTable, median, percentile, seededRandom } from './measure.ts';

const EXPRESSIONS = 5_000;
/** A share of the pool is linted: it takes longer, and says as much. */
const LINTED = 1_000;
/** Steps of the search for the origin that takes an expression longest. */
const SEARCH_STEPS = 12;
const SEED = 20_261_121;

/**
 * How long one decision can take, for a pool of made-up expressions (nested, counted and adjacent
 * repetitions, alternations) and the worst origin that a search finds for each; how long linting
 * takes; and what ten ordinary expressions cost for a new origin and for a repeated one.
 */
export function benchExpressions(): string {
  const random = seededRandom(SEED);
  const pool = Array.from({ length: EXPRESSIONS }, () => generate(random));
  const worst: number[] = [];
  let refused = 0;
  for (const expression of pool) {
    const matcher = matcherOf(expression);
    if (matcher.unusable !== undefined) refused += 1;
    else worst.push(slowestOrigin(matcher.matches, random));
  }
  const linting = pool.slice(0, LINTED).map((expression) => elapsed(() => lintOrigin(expression)));
  const ms = (times: readonly number[]) =>
    [median(times), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(2));
  const { fresh, repeated } = tenExpressions();
  return [
    `${EXPRESSIONS.toLocaleString('en')} generated expressions, ${refused} of them refused as too large to match quickly; the worst of the origins that a search finds for each`,
    markdownTable(
      ['ms', 'median', '99th percentile', 'longest'],
      [
        ['decision on the worst origin', ...ms(worst)],
        [`linting (${LINTED.toLocaleString('en')} of them)`, ...ms(linting)],
      ],
    ),
    'Ten ordinary expressions in a list',
    markdownTable(
      ['origin', 'µs a decision'],
      [
        ['new', fresh.toFixed(2)],
        ['repeated', repeated.toFixed(2)],
      ],
    ),
  ].join('\n\n');
}

type Random = () => number;

function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** `^https://…\.com$`, where `…` is a nest of repetitions. */
function generate(random: Random): RegExp {
  const end = pick(random, ['\\.example\\.com$', '\\.com$', '$', '']);
  return new RegExp(`${pick(random, ['^', ''])}https:\\/\\/${nest(random, 3)}${end}`);
}

function nest(random: Random, depth: number): string {
  const set = pick(random, ['[a-z]', '[a-z0-9-]', '\\w', '.', '[^.]', 'a', '[ab]', '-', '\\.']);
  if (depth === 0) return `${set}${count(random)}`;
  const inner = nest(random, depth - 1);
  switch (Math.floor(random() * 4)) {
    case 0:
      return `(?:${inner})${count(random)}`;
    case 1:
      return `${inner}${nest(random, depth - 1)}`;
    case 2:
      return `(?:${inner}|${nest(random, depth - 1)})${count(random)}`;
    default:
      return `(?:${inner}${set}?)${count(random)}`;
  }
}

function count(random: Random): string {
  const most = Math.ceil(random() * 60);
  return pick(random, ['', '*', '+', '?', `{${most}}`, `{1,${most}}`, `{0,${most}}`, '{2,}']);
}

/** Milliseconds that the slowest origin found takes, each being new to the matcher. */
function slowestOrigin(matches: (origin: string) => boolean, random: Random): number {
  const alphabets = ['a', 'ab', 'a-', 'ab.', 'a1-.', 'abcxyz0189-'] as const;
  const made = (alphabet: string, length: number) =>
    `https://${Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')}`;
  let worst = 0;
  let [alphabet, length]: [string, number] = ['ab', 280];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const [nextAlphabet, nextLength] = [
      pick(random, alphabets),
      pick(random, [62, 150, 280, length]),
    ];
    const origin = made(random() < 0.5 ? alphabet : nextAlphabet, nextLength);
    const time = elapsed(() => matches(origin));
    if (time <= worst) continue;
    worst = time;
    [alphabet, length] = [nextAlphabet, nextLength];
  }
  return worst;
}

/** CPU time of this thread, which other programs do not lengthen. */
function elapsed(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

function tenExpressions(): { readonly fresh: number; readonly repeated: number } {
  const origin = Array.from(
    { length: 10 },
    (_, i) => new RegExp(`^https:\\/\\/[a-z0-9-]+\\.team-${i}\\.example\\.com(?::\\d+)?$`),
  );
  const { decide } = createCorsPolicy({ origin });
  const asked = Array.from(
    { length: 20_000 },
    (_, i) => `https://pr-${i}.team-${i % 12}.example.com`,
  );
  const microseconds = (origins: readonly string[]) =>
    (elapsed(() => {
      for (const each of origins) decide(each);
    }) /
      origins.length) *
    1_000;
  // The first half warms up.
  microseconds(asked.slice(0, 10_000));
  const fresh = microseconds(asked.slice(10_000));
  const few = asked.slice(0, 500);
  microseconds(few);
  const repeated = microseconds(
    Array.from({ length: 100_000 }, (_, i) => few[i % few.length] ?? ''),
  );
  return { fresh, repeated };
}
