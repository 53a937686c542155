import type { Experiment, Outcome } from './experiments.ts';
import type { RuleId } from './lab-en.ts';
import { labTexts } from './lab-es.ts';

// Decides the verdict on each experiment, and lists what the browser did and which rules apply. The
// strings are in lab-en.ts.

export type Verdict = 'read' | 'opaque' | 'blocked' | 'refused' | 'unreachable';

/** The outcome of an experiment, and why. */
export interface Conclusion {
  readonly verdict: Verdict;
  /** What the browser did, step by step. */
  readonly steps: readonly string[];
  readonly rules: readonly RuleId[];
}

/** The facts that the lab learned from all its experiments together. */
export interface Circumstances {
  /** Whether the page and the service share an origin. */
  readonly isSameOrigin: boolean;
  /** Whether the service responded at all, as the no-cors experiment shows. */
  readonly isReachable: boolean;
  /** Whether the script could read the plain search's response. */
  readonly isAllowed: boolean;
  /** The response's Access-Control-Allow-Origin; `undefined` if it is missing or not known. */
  readonly allowOrigin: string | undefined;
}

/**
 * The rules that apply to every request in mode `cors`. If the request is blocked, or allowed by
 * `*`, another rule applies too.
 */
const CORS_RULES = [3, 4, 5] as const;

/** Explains, by the rules of cross-origin requests, what the script saw. */
export function conclude(
  { mode, header }: Experiment,
  seen: Outcome,
  { isSameOrigin, isReachable, isAllowed, allowOrigin }: Circumstances,
): Conclusion {
  const { steps } = labTexts();
  const isRead = seen.kind === 'answer';
  if (isSameOrigin)
    return isRead
      ? { verdict: 'read', steps: [steps.sharedOrigin], rules: [1, 2] }
      : { verdict: 'unreachable', steps: [steps.gotNoAnswer], rules: [] };
  if (mode === 'same-origin') {
    const rules = [1, 2, 'same-origin'] as const;
    return { verdict: 'refused', steps: [steps.compared, steps.failedAtOnce], rules };
  }
  if (!isReachable) return { verdict: 'unreachable', steps: [steps.gotNothingToJudge], rules: [] };
  if (mode === 'no-cors') {
    const found = [steps.sentWithoutAsking, steps.gaveEmptyShell];
    return { verdict: 'opaque', steps: found, rules: ['no-cors', 2] };
  }
  return isRead ? concludeRead(header, allowOrigin) : concludeBlocked(header, isAllowed);
}

function concludeRead(header: string | undefined, allowOrigin: string | undefined): Conclusion {
  const { steps } = labTexts();
  const named = allowOrigin === '*' ? steps.foundWildcard : steps.foundOrigin;
  const found = allowOrigin === undefined ? steps.foundEither : named;
  return {
    verdict: 'read',
    steps:
      header === undefined
        ? [steps.sentWithOrigin, found, steps.passedOn]
        : [steps.askedFirst(header), steps.headerAllowed(header), steps.allowedAgain],
    rules: allowOrigin === '*' ? [...CORS_RULES, 7] : CORS_RULES,
  };
}

function concludeBlocked(header: string | undefined, isAllowed: boolean): Conclusion {
  const { steps } = labTexts();
  const found = [steps.sentWithOrigin, steps.foundNone, steps.threwAway];
  if (header === undefined) return { verdict: 'blocked', steps: found, rules: [...CORS_RULES, 6] };
  const why = isAllowed ? steps.headerNotListed(header) : steps.pageNotAllowed;
  return {
    verdict: 'blocked',
    steps: [steps.askedFirst(header), why, steps.neverSent],
    rules: isAllowed ? [3, 4] : [...CORS_RULES, 6],
  };
}
