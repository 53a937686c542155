import type { Verdict } from './conclude.ts';
import type { Experiment } from './experiments.ts';
import { RULES } from './rules.ts';
import { SeenByScript } from './seen-by-script.tsx';
import type { Result } from './use-lab.ts';
import { Wire } from './wire.tsx';

const VERDICTS: Readonly<Record<Verdict, string>> = {
  read: 'Read',
  opaque: 'Opaque',
  blocked: 'Blocked',
  refused: 'Not sent',
  unreachable: 'No answer',
};

interface ExperimentCardProps {
  readonly experiment: Experiment;
  /** Absent while the experiment is under way. */
  readonly result: Result | undefined;
}

/** One way to send the search, and what became of it. */
export function ExperimentCard({ experiment, result }: ExperimentCardProps) {
  const { id, title, code } = experiment;
  const verdict = result?.conclusion.verdict;
  return (
    <article class="experiment" aria-labelledby={`title-${id}`} aria-busy={result === undefined}>
      <header>
        <h2 id={`title-${id}`}>{title}</h2>
        <span class={`verdict ${verdict ?? ''}`}>{verdict ? VERDICTS[verdict] : 'Under way…'}</span>
      </header>
      <pre class="code">fetch(search, {code})</pre>
      {result && (
        <>
          <h3>The script saw</h3>
          <SeenByScript seen={result.seen} sent={result.exchanges?.at(-1)} />
          <h3>The browser</h3>
          <ol>
            {result.conclusion.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <h3>On the wire</h3>
          <Wire exchanges={result.exchanges} />
          {result.conclusion.rules.length > 0 && <h3>Rules at work</h3>}
          <ul class="rules">
            {result.conclusion.rules.map((rule) => (
              <li key={rule}>
                <b>{typeof rule === 'number' ? `Rule ${rule}` : 'Mode'}</b> {RULES[rule]}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}
