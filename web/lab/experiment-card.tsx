import { useMedia } from '../parts/use-media.ts';
import type { Explanation } from '../search/faults/explain-here.ts';
import { CopyCode } from './copy-code.tsx';
import { Fix } from './fix.tsx';
import { labTexts } from './lab-language.ts';
import { SeenByScript } from './seen-by-script.tsx';
import type { Result } from './use-lab.ts';
import { Wire } from './wire.tsx';

// The card of one experiment of the lab: what it shows, in which order.

interface ExperimentCardProps {
  readonly result: Result;
  readonly searchUrl: string;
  /** Why the service refuses this page, and how to allow it, where that is known. */
  readonly explanation: Explanation | undefined;
  /** Whether the plain search could be read. */
  readonly isAllowed: boolean;
}

/** One way to send the search, and its outcome. */
export function ExperimentCard(props: ExperimentCardProps) {
  const { searchUrl, explanation, result } = props;
  const isRoomy = useMedia('(min-width: 40rem)');
  const fixProps = { explanation, isAllowed: props.isAllowed };
  const { experiment, seen, exchanges } = result;
  const { verdict, steps, rules } = result.conclusion;
  const { id, code } = experiment;
  const texts = labTexts();
  return (
    <article class="experiment" aria-labelledby={`title-${id}`}>
      <header>
        <h2 id={`title-${id}`}>{texts.experiments[id]}</h2>
        <span class={`verdict ${verdict}`}>{texts.verdicts[verdict]}</span>
      </header>
      <CopyCode code={`await fetch('${searchUrl}', ${code})`} />
      <h3>{texts.scriptSaw}</h3>
      <SeenByScript seen={seen} sent={exchanges?.at(-1)} />
      <Fix experiment={experiment} verdict={verdict} {...fixProps} />
      <details open={isRoomy}>
        <summary>{texts.stepByStep}</summary>
        <h3>{texts.theBrowser}</h3>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <h3>{texts.onTheWire}</h3>
        <Wire exchanges={exchanges} />
        {rules.length > 0 && <h3>{texts.rulesAtWork}</h3>}
        <ul class="rules">
          {rules.map((rule) => (
            <li key={rule}>
              <b>{typeof rule === 'number' ? texts.rule(rule) : texts.mode}</b> {texts.rules[rule]}
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
