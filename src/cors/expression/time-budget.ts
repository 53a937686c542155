import { BoundedMap } from '../bounded-map.ts';
import type { LimitedTest, LimitedVerdict } from './time-limit.ts';

/** How long one origin may keep an expression busy. A usual origin takes 0.01 ms. */
export const MATCH_TIMEOUT_MS = 50;

/** What all time-limited expressions of a policy may spend on slow origins. */
const BUDGET_MS = 500;

/** What was spent comes back at a hundredth of the time that passes. */
const REFILL_RATE = 0.01;

/** Any usual match is faster, even on a busy machine, and costs the budget nothing. */
const FREE_MS = 2;

/** Between two tries when the budget is used up. */
const TRY_INTERVAL_MS = 1_000;

/** Until an origin that ran out of time may try again: perhaps the machine was busy. */
const RETRY_MS = 60_000;

/** Origins have at most 1 KiB each, so this is a mebibyte for each expression. */
const REMEMBERED_ORIGINS = 1_000;

/** How often the time limit refused an origin, since the policy was made. */
export interface TimeLimitCounts {
  /** Because an expression took too long to match it. */
  readonly timedOut: number;
  /** Without a try, because other origins had used up the time. */
  readonly notTried: number;
}

/** What an expression under a time limit says of an origin. */
export type BudgetedVerdict = LimitedVerdict | 'not-tried';

/** An expression under a time limit, within a budget. */
export interface BudgetedTest {
  readonly verdict: (origin: string) => BudgetedVerdict;
  /** The verdict where it costs nothing: what is remembered. */
  readonly known: (origin: string) => BudgetedVerdict;
}

interface Refused {
  readonly verdict: false | 'timed-out';
  /** By the budget's clock. */
  readonly until: number;
}

/**
 * The CPU time that hostile origins can take from everybody else: all time-limited expressions of a
 * policy share one.
 */
export class TimeBudget {
  readonly #now: () => number;
  #spentMs = 0;
  #refilledAt: number;
  #triedAt = Number.NEGATIVE_INFINITY;
  #timedOut = 0;
  #notTried = 0;

  /** @param now a clock that never goes back, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#refilledAt = now();
  }

  get counts(): TimeLimitCounts {
    return { timedOut: this.#timedOut, notTried: this.#notTried };
  }

  /**
   * Puts an expression under the limit. Origins that were decided on keep their verdict, whatever
   * other origins do; those that match are remembered apart, so that made-up ones cannot make them
   * forgotten.
   */
  limit(test: LimitedTest): BudgetedTest {
    const matching = new BoundedMap<string, true>(REMEMBERED_ORIGINS);
    const others = new BoundedMap<string, Refused>(REMEMBERED_ORIGINS);
    const known = (origin: string): BudgetedVerdict | undefined => {
      if (matching.get(origin)) return true;
      const refused = others.get(origin);
      if (refused === undefined || this.#now() >= refused.until) return undefined;
      return refused.verdict;
    };
    return {
      verdict: (origin) => {
        const remembered = known(origin);
        if (remembered !== undefined) return remembered;
        const verdict = this.#spend(() => test(origin, MATCH_TIMEOUT_MS));
        if (verdict === true) matching.set(origin, true);
        else if (verdict === false)
          others.set(origin, { verdict, until: Number.POSITIVE_INFINITY });
        else if (verdict === 'timed-out') {
          others.set(origin, { verdict, until: this.#now() + RETRY_MS });
        }
        return verdict;
      },
      known: (origin) => known(origin) ?? 'not-tried',
    };
  }

  #spend(attempt: () => LimitedVerdict): BudgetedVerdict {
    const startedAt = this.#now();
    this.#spentMs = Math.max(0, this.#spentMs - (startedAt - this.#refilledAt) * REFILL_RATE);
    this.#refilledAt = startedAt;
    if (this.#spentMs >= BUDGET_MS && startedAt - this.#triedAt < TRY_INTERVAL_MS) {
      this.#notTried += 1;
      return 'not-tried';
    }
    const verdict = attempt();
    this.#triedAt = this.#now();
    const tookMs = this.#triedAt - startedAt;
    if (tookMs > FREE_MS) this.#spentMs += tookMs;
    if (verdict === 'timed-out') this.#timedOut += 1;
    return verdict;
  }
}
