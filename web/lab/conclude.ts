import type { Experiment, Seen } from './experiments.ts';
import type { RuleId } from './rules.ts';

export type Verdict = 'read' | 'opaque' | 'blocked' | 'refused' | 'unreachable';

/** What became of an experiment, and why. */
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

/** Judges what was seen by the rules of calls across origins. */
export function conclude(
  experiment: Experiment,
  seen: Seen,
  circumstances: Circumstances,
): Conclusion {
  if (circumstances.isSameOrigin) return concludeSameOrigin(seen);
  if (experiment.mode === 'same-origin') {
    return {
      verdict: 'refused',
      steps: [
        'Compared the address with the page’s origin: another one.',
        'Sent nothing, and failed the call at once.',
      ],
      rules: [1, 2, 'same-origin'],
    };
  }
  if (!circumstances.isThere) {
    return {
      verdict: 'unreachable',
      steps: ['Sent the request, and got no answer to judge.'],
      rules: [],
    };
  }
  if (experiment.mode === 'no-cors') {
    return {
      verdict: 'opaque',
      steps: [
        'Sent the request, without asking whether the script may read the answer.',
        'Got the answer, and gave the script an empty shell of it.',
      ],
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
        steps: ['Page and service share an origin: nothing had to be asked.'],
        rules: [1, 2],
      }
    : { verdict: 'unreachable', steps: ['Sent the request, and got no answer.'], rules: [] };
}

/** What was in Access-Control-Allow-Origin of an answer that the script could read. */
function whatWasFound(allowOrigin: string | undefined): string {
  if (allowOrigin === undefined) return 'that origin, or *,';
  return allowOrigin === '*' ? '*' : 'that origin';
}

function concludePlain(seen: Seen, { allowOrigin }: Circumstances): Conclusion {
  const sent = 'Sent the request, with the page’s origin in the header Origin.';
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [
        sent,
        'Found no Access-Control-Allow-Origin in the answer that names this page.',
        'Threw the answer away, wrote why into its console, and told the script nothing.',
      ],
      rules: [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [
      sent,
      `Found ${whatWasFound(allowOrigin)} in Access-Control-Allow-Origin.`,
      'Passed the answer on to the script.',
    ],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}

function concludePreflighted(
  header: string,
  seen: Seen,
  { isAllowed, allowOrigin }: Circumstances,
): Conclusion {
  const asked = `Asked first, with OPTIONS: may a page of this origin send ${header}?`;
  if (seen.kind === 'error') {
    return {
      verdict: 'blocked',
      steps: [
        asked,
        isAllowed
          ? `The answer does not list ${header} in Access-Control-Allow-Headers.`
          : 'The answer does not allow this page.',
        'Never sent the search itself.',
      ],
      rules: isAllowed ? [3, 4] : [3, 4, 5, 6],
    };
  }
  return {
    verdict: 'read',
    steps: [
      asked,
      `The answer allowed it. Sent the search, with ${header}.`,
      'Found this page allowed again, and passed the answer on.',
    ],
    rules: allowOrigin === '*' ? [3, 4, 5, 7] : [3, 4, 5],
  };
}
