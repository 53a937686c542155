import { Random } from '../fuzz/random.ts';

/** How often to try something new instead of a variation of the costliest request so far. */
const NEW_SHARE = 0.3;

/** Random choices from which a request is generated. Similar choices give similar requests. */
export class Choices extends Random {
  readonly #values: number[];
  readonly #random: Random;

  constructor(random: Random, values: readonly number[] = []) {
    const own = values.slice();
    let at = 0;
    super(() => {
      const value = own[at] ?? random.next();
      own[at++] = value;
      return value;
    });
    this.#values = own;
    this.#random = random;
  }

  /** Returns these choices, some of them changed. */
  changed(): Choices {
    const random = this.#random;
    const values = this.#values.map((value) => (random.chance(0.3) ? random.next() : value));
    return new Choices(random, values);
  }

  /** Returns a number from 1 to `max`, uniform on a logarithmic scale. */
  count(max: number): number {
    return Math.floor(max ** this.next());
  }
}

/** Makes `tries` requests, often by varying the costliest so far; returns the costliest and its cost. */
export async function hillClimb<T>(
  { random, tries }: { readonly random: Random; readonly tries: number },
  make: (choices: Choices) => T,
  costOf: (made: T, max: number) => number | Promise<number>,
): Promise<{ made: T; cost: number }> {
  let choices = new Choices(random);
  let made = make(choices);
  let cost = await costOf(made, 0);
  for (let tried = 1; tried < tries; tried++) {
    const next = random.chance(NEW_SHARE) ? new Choices(random) : choices.changed();
    const other = make(next);
    const newCost = await costOf(other, cost);
    if (newCost > cost) [choices, made, cost] = [next, other, newCost];
  }
  return { made, cost };
}
