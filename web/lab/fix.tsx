import type { Explanation } from '../search/explain-here.ts';
import type { Verdict } from './conclude.ts';
import type { Experiment } from './experiments.ts';

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
      <b>To fix it:</b> {advice.text} {advice.code && <code>{advice.code}</code>}
    </p>
  );
}

function adviceOn(
  { header }: Experiment,
  verdict: Verdict,
  isAllowed: boolean,
  explanation: Explanation | undefined,
): { readonly text: string; readonly code?: string } | undefined {
  switch (verdict) {
    case 'read':
      return undefined;
    case 'opaque':
      return {
        text: isAllowed
          ? 'Use mode cors: the service allows this origin.'
          : 'Use mode cors, and let the service allow this origin.',
      };
    case 'refused':
      return { text: 'Use mode cors, or serve the page from the origin of the service.' };
    case 'unreachable':
      return { text: 'Start the service:', code: 'npx food-lookup serve --page' };
    case 'blocked': {
      if (header !== undefined && isAllowed)
        return { text: 'Let the service allow the header:', code: `--allowed-headers ${header}` };
      const origins = (explanation?.fix ?? [location.origin]).join(', ');
      return {
        text: 'Let the service allow this origin. The setting replaces the whole list:',
        code: `--origin '${origins}'`,
      };
    }
  }
}
