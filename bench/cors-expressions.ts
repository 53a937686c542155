import { createCorsPolicy, lintOrigin } from '../src/cors/index.ts';
import { matcherOf } from '../src/cors/language/matcher.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { climb, NASTY, nestedExpression } from '../test/nested-expressions.ts';
import { markdownTable, median, percentile, seededRandom } from './measure.ts';

// How long decisions and linting take for made-up expressions at worst: how many, and how the worst
// origin is looked for.

const EXPRESSIONS = 500;
/** Steps of the search for the origin that takes an expression longest. */
const SEARCH_STEPS = 30;
const SEED = 20_261_121;

/**
 * How long one decision can take, for a pool of made-up expressions (nested, counted and adjacent
 * repetitions, alternations) and the worst origin that a search finds for each; how long linting
 * takes; and what ten ordinary expressions cost for a new origin and for a repeated one.
 */
export function benchExpressions(): string {
  const random = seededRandom(SEED);
  const pool = Array.from({ length: EXPRESSIONS }, (_, i) => NASTY[i] ?? nestedExpression(random));
  const accepted = pool.filter((each) => matcherOf(each).unusable === undefined);
  const worst = accepted.map((each) => worstDecision(each, random));
  const linting = pool.map((expression) => elapsed(() => lintOrigin(expression)));
  const ms = (times: readonly number[]) =>
    [median(times), percentile(times, 0.99), Math.max(...times)].map((time) => time.toFixed(2));
  const { fresh, repeated } = tenExpressions();
  return [
    `${EXPRESSIONS} generated expressions, ${EXPRESSIONS - accepted.length} of them refused as too large to match quickly; the worst of the origins that a search finds for each`,
    markdownTable(
      ['ms', 'median', '99th percentile', 'longest'],
      [
        ['decision on the worst origin', ...ms(worst)],
        ['linting', ...ms(linting)],
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

/** Milliseconds of a decision on the worst origin that a climb finds, by a matcher that is new. */
function worstDecision(expression: RegExp, random: () => number): number {
  const { expression: worst, origin } = climb(expression, SEARCH_STEPS, random);
  // A flag that makes no difference makes another matcher, which remembers nothing.
  const { matches } = matcherOf(new RegExp(worst.source, `${worst.flags}d`));
  return elapsed(() => matches(origin));
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
    Array.from({ length: 100_000 }, (_, i) => elementAt(few, i % few.length)),
  );
  return { fresh, repeated };
}
