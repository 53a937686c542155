import { RE2JS, RE2JSException } from 're2js';
import { MAX_ORIGIN_LENGTH, MAX_WEB_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { matchWork } from './match-work.ts';
import { toRe2Source } from './re2-source.ts';
import { createLimitedTest, type LimitedTest } from './time-limit.ts';

/** An expression made ready to be asked. */
export type ExpressionMatcher =
  /** Matched by RE2's algorithm, in time that is linear in the length of the origin. */
  | { readonly kind: 'linear'; readonly matches: (origin: string) => boolean }
  /** RE2 cannot express it: matched by JavaScript's own engine, which a clock stops. */
  | { readonly kind: 'limited'; readonly test: LimitedTest }
  /** It would take too long, or nothing could stop it. */
  | { readonly kind: 'unusable'; readonly reason: string };

/** Steps that matching one origin may take; see {@link matchWork}. They take 4 ms at most. */
const MAX_STEPS = 40_000;

/** Makes an expression ready. Nothing that happens to it afterwards changes the matcher. */
export function createMatcher(expression: RegExp): ExpressionMatcher {
  const source = toRe2Source(expression);
  if (source === undefined) {
    const test = createLimitedTest(expression);
    return test === undefined ? UNSTOPPABLE : { kind: 'limited', test };
  }
  const steps = (length: number) => matchWork(expression, length, MAX_STEPS);
  if (steps(MAX_WEB_ORIGIN_LENGTH) > MAX_STEPS) return TOO_MUCH_WORK;
  const compiled = compile(source);
  if (compiled === undefined) return TOO_MUCH_WORK;
  // Only schemes of programs' own have longer origins, and hardly any of these do.
  const isShort = steps(MAX_ORIGIN_LENGTH) <= MAX_STEPS;
  const maxLength = isShort ? MAX_ORIGIN_LENGTH : MAX_WEB_ORIGIN_LENGTH;
  return {
    kind: 'linear',
    matches: (origin) => origin.length <= maxLength && compiled.test(origin),
  };
}

const TOO_MUCH_WORK: ExpressionMatcher = {
  kind: 'unusable',
  reason: 'its counted repetitions make it too large to match quickly',
};

const UNSTOPPABLE: ExpressionMatcher = {
  kind: 'unusable',
  reason: 'lookaround and backreferences can run forever, and only Node can stop them',
};

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    // What RE2 is asked to repeat more than a thousand times in all.
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
