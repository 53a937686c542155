import type { Experiment, Seen } from './experiments.ts';
import type { RuleId } from './lab-en.ts';
import { labTexts } from './lab-language.ts';

// The lab's verdict on each experiment, with the browser's steps and the rules that apply; the
// texts are in lab-en.ts.

export type Verdict = 'read' | 'opaque' | 'blocked' | 'refused' | 'unreachable';

/** The outcome of an experiment, and why. */
export interface Conclusion {
  readonly verdict: Verdict;
  /** What the browser did, step by step. */
  readonly steps: readonly string[];
  readonly rules: readonly RuleId[];
}

/** What the lab learned from all its experiments together. */
export interface Circumstances {
  /** Whether the page and the service share an origin. */
  readonly isSameOrigin: boolean;
  /** Whether the service responded at all, as the no-cors experiment shows. */
  readonly isThere: boolean;
  /** Whether the script could read the plain search's response. */
  readonly isAllowed: boolean;
  /** The response's Access-Control-Allow-Origin; `undefined` if it is missing or not known. */
  readonly allowOrigin: string | undefined;
}

/** Explains what the script saw by the rules of cross-origin requests. */
export function conclude(
  experiment: Experiment,
  seen: Seen,
  circumstances: Circumstances,
): Conclusion {
  const { steps } = labTexts();
  if (circumstances.isSameOrigin) return concludeSameOrigin(seen);
  if (experiment.mode === 'same-origin') {
    return {
      verdict: 'refused',
      steps: [steps.compared, steps.failedAtOnce],
      rules: [1, 2, 'same-origin'],
    };
  }
  if (!circumstances.isThere) {
    return { verdict: 'unreachable', steps: [steps.gotNothingToJudge], rules: [] };
  }
  if (experiment.mode === 'no-cors') {
    return {
      verdict: 'opaque',
      steps: [steps.sentWithoutAsking, steps.gaveEmptyShell],
      rules: ['no-cors', 2],
    };
  }
  return experiment.header === undefined
    ? concludePlain(seen, circumstances)
    : concludePreflighted(experiment.header, seen, circumstances);
}

function concludeSameOrigin(seen: Seen): Conclusion {
  const { steps } = labTexts();
  return seen.kind === 'answer'
    ? { verdict: 'read', steps: [steps.sharedOrigin], rules: [1, 2] }
    : { verdict: 'unreachable', steps: [steps.gotNoAnswer], rules: [] };
}

/** Returns the step about Access-Control-Allow-Origin in a response that the script could read. */
function whatWasFound(allowOrigin: string | undefined): string {
  const { foundEither, foundWildcard, foundOrigin } = labTexts().steps;
  if (allowOrigin === undefined) return foundEither;
  return allowOrigin === '*' ? foundWildcard : foundOrigin;
}

function concludePlain(seen: Seen, { allowOrigin }: Circumstances): Conclusion {
  const { steps } = labTexts();
  const sent = steps.sentWithOrigin;
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [sent, steps.foundNone, steps.threwAway],
      rules: [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [sent, whatWasFound(allowOrigin), steps.passedOn],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}

function concludePreflighted(
  header: string,
  seen: Seen,
  { isAllowed, allowOrigin }: Circumstances,
): Conclusion {
  const { steps } = labTexts();
  const asked = steps.askedFirst(header);
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [
        asked,
        isAllowed ? steps.headerNotListed(header) : steps.pageNotAllowed,
        steps.neverSent,
      ],
      rules: isAllowed ? [3, 4] : [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [asked, steps.headerAllowed(header), steps.allowedAgain],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}
