import fc from 'fast-check';
import { seededRandom } from '../bench/measure.ts';
import { lintOptions } from '../src/cors/index.ts';
import { MAX_NODES_A_CHARACTER } from '../src/cors/language/machine.ts';
import { anyExpression } from '../test/arbitrary-expressions.ts';
import { tryAgreement, tryGeneralized } from '../test/cors-proof.ts';
import { generalized } from '../test/generalized-origins.ts';
import { climb, NASTY, nestedExpression } from '../test/nested-expressions.ts';

// Tries expressions against JavaScript's own engine, and looks for the costliest decision.

/** How many there are of each at a time: an expression takes memory until it is forgotten. */
const BATCH = 1_000;

/** Expressions from which it climbs for the most work of a decision, and steps of each climb. */
const CLIMBS = 1_000;
const STEPS = 100;

/** Expressions of each sort whose linting is measured. */
const LINTED = 1_000;

/**
 * Tries expressions made of origins, compares the matcher with JavaScript's own engine, and climbs for
 * the most work of a decision, far more often than the suite does; measures how long linting takes.
 * Throws with what is wrong.
 */
export async function runCors({ seed }: { readonly seed: number }): Promise<string> {
  const wrong: string[] = [];
  const [expressions, pairs] = [20_000, 200_000];
  for (let done = 0; done < expressions; done += BATCH) {
    wrong.push(...tryGeneralized(BATCH, seed + done));
  }
  let compared = 0;
  // Some are left out: expressions that are refused, and pairs that JavaScript does not judge in time.
  for (let done = 0; compared < pairs; done += BATCH * 10) {
    const batch = tryAgreement(BATCH * 10, seed + done);
    wrong.push(...batch.wrong);
    compared += batch.compared;
  }
  const random = seededRandom(seed);
  let most = 0;
  for (let done = 0; done < CLIMBS; done++) {
    const found = climb(NASTY[done] ?? nestedExpression(random), STEPS, random);
    most = Math.max(most, found.work);
    if (found.work > MAX_NODES_A_CHARACTER)
      wrong.push(`${found.expression} looks at ${found.work} nodes`);
  }
  const linting = describeLinting(seed);
  if (wrong.length > 0) throw new Error(`${wrong.length} are wrong:\n${wrong.join('\n')}`);
  return `${expressions} expressions made of origins and ${compared} pairs of an expression and an origin: none is wrong. No decision looks at more than ${Math.ceil(most)} nodes for each character. ${linting}`;
}

/** How long linting takes expressions of three sorts, in CPU time of this thread. */
function describeLinting(seed: number): string {
  const random = seededRandom(seed);
  const sample = { numRuns: LINTED, seed };
  const sorts = {
    'made of origins': fc.sample(generalized, sample).map(({ expression }) => expression),
    'nested counts': Array.from({ length: LINTED }, () => nestedExpression(random)),
    'of all sorts': fc.sample(anyExpression, sample),
  };
  const figures = Object.entries(sorts).map(([name, expressions]) => {
    const times = expressions.map(lintingMs).toSorted((a, b) => a - b);
    const [usual = 0, worst = 0] = [times[Math.floor(LINTED * 0.99)], times.at(-1)];
    return `${name} ${usual.toFixed(0)} and ${worst.toFixed(0)} ms`;
  });
  return `Linting ${LINTED} of each, 99th percentile and worst: ${figures.join(', ')}.`;
}

function lintingMs(origin: RegExp): number {
  const before = process.threadCpuUsage();
  lintOptions({ origin, credentials: true });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
