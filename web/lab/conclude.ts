import type { Experiment, Seen } from './experiments.ts';
import type { RuleId } from './lab-en.ts';
import { labTexts } from './lab-language.ts';

// The lab's verdict on each experiment, its steps and rules; lab-en.ts has the words.

export type Verdict = 'read' | 'opaque' | 'blocked' | 'refused' | 'unreachable';

/** The outcome of an experiment, and why. */
export interface Conclusion {
  readonly verdict: Verdict;
  /** What the browser did, step by step. */
  readonly steps: readonly string[];
  readonly rules: readonly RuleId[];
}

/** What the other experiments say about this one. */
export interface Circumstances {
  /** Whether page and service share an origin. */
  readonly isSameOrigin: boolean;
  /** Whether anything answered at all, which mode no-cors shows. */
  readonly isThere: boolean;
  /** Whether the plain search could be read. */
  readonly isAllowed: boolean;
  /** Access-Control-Allow-Origin of the service's answer; `undefined` if it has none or none is known. */
  readonly allowOrigin: string | undefined;
}

/** Applies the rules of cross-origin calls to what was seen. */
export function conclude(
  experiment: Experiment,
  seen: Seen,
  circumstances: Circumstances,
): Conclusion {
  if (circumstances.isSameOrigin) return concludeSameOrigin(seen);
  if (experiment.mode === 'same-origin') {
    return {
      verdict: 'refused',
      steps: [labTexts().steps.compared, labTexts().steps.failedAtOnce],
      rules: [1, 2, 'same-origin'],
    };
  }
  if (!circumstances.isThere) {
    return {
      verdict: 'unreachable',
      steps: [labTexts().steps.gotNothingToJudge],
      rules: [],
    };
  }
  if (experiment.mode === 'no-cors') {
    return {
      verdict: 'opaque',
      steps: [labTexts().steps.sentWithoutAsking, labTexts().steps.gaveEmptyShell],
      rules: ['no-cors', 2],
    };
  }
  return experiment.header === undefined
    ? concludePlain(seen, circumstances)
    : concludePreflighted(experiment.header, seen, circumstances);
}

function concludeSameOrigin(seen: Seen): Conclusion {
  return seen.kind === 'answer'
    ? {
        verdict: 'read',
        steps: [labTexts().steps.sharedOrigin],
        rules: [1, 2],
      }
    : { verdict: 'unreachable', steps: [labTexts().steps.gotNoAnswer], rules: [] };
}

/** The Access-Control-Allow-Origin of an answer that the script could read. */
function whatWasFound(allowOrigin: string | undefined): string {
  const { foundEither, foundWildcard, foundOrigin } = labTexts().steps;
  if (allowOrigin === undefined) return foundEither;
  return allowOrigin === '*' ? foundWildcard : foundOrigin;
}

function concludePlain(seen: Seen, { allowOrigin }: Circumstances): Conclusion {
  const sent = labTexts().steps.sentWithOrigin;
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [sent, labTexts().steps.foundNone, labTexts().steps.threwAway],
      rules: [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [sent, whatWasFound(allowOrigin), labTexts().steps.passedOn],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}

function concludePreflighted(
  header: string,
  seen: Seen,
  { isAllowed, allowOrigin }: Circumstances,
): Conclusion {
  const asked = labTexts().steps.askedFirst(header);
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [
        asked,
        isAllowed ? labTexts().steps.headerNotListed(header) : labTexts().steps.pageNotAllowed,
        labTexts().steps.neverSent,
      ],
      rules: isAllowed ? [3, 4] : [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [asked, labTexts().steps.headerAllowed(header), labTexts().steps.allowedAgain],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}
