import { BoundedMap } from '../bounded-map.ts';
import { copyExpression } from './copy.ts';
import { createMatcher } from './matcher.ts';
import { type BudgetedTest, TimeBudget, type TimeLimitCounts } from './time-budget.ts';

/** An expression that is ready to decide on origins. */
export interface ReadyExpression extends BudgetedTest {
  /** Whether it is matched in linear time, and so always decides, and quickly. */
  readonly isLinear: boolean;
  /** Why it never matches, where it cannot be used. */
  readonly unusable?: string;
}

/** A function may return a new expression each time. A setting rarely contains this many. */
const MAX_EXPRESSIONS = 64;

const NEVER = () => false;

/** Compiles each expression of a policy once. Those under a time limit share one budget. */
export class ExpressionCache {
  readonly #budget = new TimeBudget();
  readonly #ready = new BoundedMap<string, ReadyExpression>(MAX_EXPRESSIONS);

  /** How often the time limit refused an origin. */
  get timeLimitCounts(): TimeLimitCounts {
    return this.#budget.counts;
  }

  /** @param expression of this realm or another; a copy of it is compiled */
  ready(expression: RegExp): ReadyExpression {
    const copy = copyExpression(expression);
    const key = String(copy);
    const known = this.#ready.get(key);
    if (known !== undefined) return known;
    const made = this.#make(copy);
    this.#ready.set(key, made);
    return made;
  }

  #make(expression: RegExp): ReadyExpression {
    const matcher = createMatcher(expression);
    switch (matcher.kind) {
      case 'linear':
        return { isLinear: true, verdict: matcher.matches, known: matcher.matches };
      case 'limited':
        return { isLinear: false, ...this.#budget.limit(matcher.test) };
      case 'unusable':
        return { isLinear: true, verdict: NEVER, known: NEVER, unusable: matcher.reason };
    }
  }
}
