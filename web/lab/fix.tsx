import type { Explanation } from '../search/faults/explain-here.ts';
import type { Verdict } from './conclude.ts';
import type { Experiment } from './experiments.ts';
import { labTexts } from './lab-language.ts';

// What the lab says has to be done: which command or flag. Its sentences are in lab-en.ts.

interface FixProps {
  readonly experiment: Experiment;
  readonly verdict: Verdict;
  /** Whether the plain search could be read. */
  readonly isAllowed: boolean;
  readonly explanation: Explanation | undefined;
}

/** What to change so that the script can read the answer; nothing where it can. */
export function Fix({ experiment, verdict, isAllowed, explanation }: FixProps) {
  const advice = adviceOn(experiment, verdict, isAllowed, explanation);
  if (advice === undefined) return null;
  return (
    <p class="fix">
      <b>{labTexts().fix.toFix}</b> {advice.text} {advice.code && <code>{advice.code}</code>}
    </p>
  );
}

function adviceOn(
  { header }: Experiment,
  verdict: Verdict,
  isAllowed: boolean,
  explanation: Explanation | undefined,
): { readonly text: string; readonly code?: string } | undefined {
  const { fix } = labTexts();
  switch (verdict) {
    case 'read':
      return undefined;
    case 'opaque':
      return {
        text: isAllowed ? fix.useCors : fix.useCorsAndAllow,
      };
    case 'refused':
      return { text: fix.useCorsOrOwn };
    case 'unreachable':
      return { text: fix.start, code: 'npx food-lookup serve --page' };
    case 'blocked': {
      if (header !== undefined && isAllowed)
        return { text: fix.allowHeader, code: `--allowed-headers ${header}` };
      const origins = (explanation?.fix ?? [location.origin]).join(', ');
      return {
        text: fix.allowOrigin,
        code: `--origin '${origins}'`,
      };
    }
  }
}
