import { useMedia } from '../parts/use-media.ts';
import type { Explanation } from '../search/faults/explain-here.ts';
import { CopyCode } from './copy-code.tsx';
import type { Experiment } from './experiments.ts';
import { Fix } from './fix.tsx';
import { labTexts } from './lab-language.ts';
import { SeenByScript } from './seen-by-script.tsx';
import type { Result } from './use-lab.ts';
import { Wire } from './wire.tsx';

interface ExperimentCardProps {
  readonly experiment: Experiment;
  readonly searchUrl: string;
  /** Why the service refuses this page, and how to allow it, where that is known. */
  readonly explanation: Explanation | undefined;
  /** Absent while the experiment is under way. */
  readonly result: Result | undefined;
  /** Whether the plain search could be read. */
  readonly isAllowed: boolean;
}

/** One way to send the search, and its outcome. */
export function ExperimentCard(props: ExperimentCardProps) {
  const { experiment, searchUrl, explanation, result } = props;
  const isRoomy = useMedia('(min-width: 40rem)');
  const fixProps = { explanation, isAllowed: props.isAllowed };
  const { id, code } = experiment;
  const texts = labTexts();
  const verdict = result?.conclusion.verdict;
  return (
    <article class="experiment" aria-labelledby={`title-${id}`} aria-busy={result === undefined}>
      <header>
        <h2 id={`title-${id}`}>{texts.experiments[id]}</h2>
        <span class={`verdict ${verdict ?? ''}`}>
          {verdict ? texts.verdicts[verdict] : texts.underWay}
        </span>
      </header>
      <CopyCode code={`await fetch('${searchUrl}', ${code})`} />
      {result && (
        <>
          <h3>{texts.scriptSaw}</h3>
          <SeenByScript seen={result.seen} sent={result.exchanges?.at(-1)} />
          <Fix experiment={experiment} verdict={result.conclusion.verdict} {...fixProps} />
          <details open={isRoomy}>
            <summary>{texts.stepByStep}</summary>
            <h3>{texts.theBrowser}</h3>
            <ol>
              {result.conclusion.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <h3>{texts.onTheWire}</h3>
            <Wire exchanges={result.exchanges} />
            {result.conclusion.rules.length > 0 && <h3>{texts.rulesAtWork}</h3>}
            <ul class="rules">
              {result.conclusion.rules.map((rule) => (
                <li key={rule}>
                  <b>{typeof rule === 'number' ? texts.rule(rule) : texts.mode}</b>{' '}
                  {texts.rules[rule]}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </article>
  );
}
