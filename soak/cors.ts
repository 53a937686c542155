import { tryAgreement, tryGeneralized } from '../test/cors-proof.ts';

/** How many there are of each at a time: an expression takes memory until it is forgotten. */
const BATCH = 1_000;

/**
 * Tries expressions made of origins, and compares the matcher with JavaScript's own engine, far more
 * often than the suite does. Throws with what is wrong.
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
  if (wrong.length > 0) throw new Error(`${wrong.length} are wrong:\n${wrong.join('\n')}`);
  return `${expressions} expressions made of origins and ${compared} pairs of an expression and an origin: none is wrong.`;
}
