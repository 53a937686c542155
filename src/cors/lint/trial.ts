import { matchWork } from '../expression/match-work.ts';
import { createMatcher } from '../expression/matcher.ts';
import { isSerializedOrigin, MAX_WEB_ORIGIN_LENGTH } from '../serialized-origin.ts';

/** The expression, matched as the policy would, with one budget for all tests together. */
export interface Trial {
  readonly expression: RegExp;
  /** How the policy matches it: see {@link createMatcher}. */
  readonly kind: 'linear' | 'limited' | 'unusable';
  /** Why it cannot be used, where it is unusable. */
  readonly reason: string | undefined;
  /** Whether it matches a text, which may be none that a browser sends. */
  readonly matches: (text: string) => boolean;
}

/** Steps for all questions about one expression: 50 ms at worst, a few milliseconds mostly. */
const MAX_STEPS = 1_000_000;

/** The same for an expression under a time limit, in milliseconds. */
const MAX_LIMITED_MS = 80;

/** Makes an expression ready to be tried out. When the budget is used up, it matches nothing. */
export function createTrial(expression: RegExp): Trial {
  const matcher = createMatcher(expression);
  switch (matcher.kind) {
    case 'linear': {
      const perCharacter =
        matchWork(expression, MAX_WEB_ORIGIN_LENGTH, MAX_STEPS) / MAX_WEB_ORIGIN_LENGTH;
      let left = MAX_STEPS;
      const matches = (text: string) => {
        left -= perCharacter * text.length;
        return left > 0 && matcher.matches(text);
      };
      return { expression, kind: 'linear', reason: undefined, matches };
    }
    case 'limited': {
      let leftMs = MAX_LIMITED_MS;
      const matches = (text: string) => {
        if (leftMs < 1) return false;
        const startedAt = performance.now();
        const verdict = matcher.test(text, Math.floor(leftMs));
        leftMs -= performance.now() - startedAt;
        return verdict === true;
      };
      return { expression, kind: 'limited', reason: undefined, matches };
    }
    case 'unusable':
      return { expression, kind: 'unusable', reason: matcher.reason, matches: () => false };
  }
}

/** Whether the policy would let `origin` in. */
export function admits(trial: Trial, origin: string): boolean {
  return isSerializedOrigin(origin) && trial.matches(origin);
}
