import { seededRandom } from '../bench/measure.ts';
import { MAX_WORK } from '../src/cors/language/matcher.ts';
import { tryAgreement, tryGeneralized } from '../test/cors-proof.ts';
import { climb, NASTY, nestedExpression } from '../test/nested-expressions.ts';

/** How many there are of each at a time: an expression takes memory until it is forgotten. */
const BATCH = 1_000;

/** Expressions from which it climbs for the most work of a decision, and steps of each climb. */
const CLIMBS = 1_000;
const STEPS = 100;

/**
 * Tries expressions made of origins, compares the matcher with JavaScript's own engine, and climbs for
 * the most work of a decision, far more often than the suite does. Throws with what is wrong.
 */
export async function runCors({ seed }: { readonly seed: number }): Promise<string> {
  const wrong: string[] = [];
  const [expressions, pairs] = [20_000, 200_000];
  for (let done = 0; done < expressions; done += BATCH) {
    wrong.push(...tryGeneralized(BATCH, seed + done));
  }
  let compared = 0;
  for (let done = 0; done < pairs; done += BATCH * 10) {
    const batch = tryAgreement(BATCH * 10, seed + done);
    wrong.push(...batch.wrong);
    compared += batch.compared;
  }
  const random = seededRandom(seed);
  let most = 0;
  for (let done = 0; done < CLIMBS; done++) {
    const found = climb(NASTY[done] ?? nestedExpression(random), STEPS, random);
    most = Math.max(most, found.work);
    if (found.work > MAX_WORK) wrong.push(`${found.expression} looks at ${found.work} nodes`);
  }
  if (wrong.length > 0) throw new Error(`${wrong.length} are wrong:\n${wrong.join('\n')}`);
  return `${expressions} expressions made of origins and ${compared} pairs of an expression and an origin: none is wrong. No decision looks at more than ${Math.ceil(most)} nodes for each character.`;
}
