import { useEffect, useState } from 'preact/hooks';
import { readFragment, toFragment } from '../address.ts';
import { t } from '../languages/language.ts';
import type { PageConfiguration } from '../page-configuration.ts';
import { keepFragment, PageHeader } from '../page-header.tsx';
import { type Explanation, explainHere } from '../search/faults/explain-here.ts';
import { ExperimentCard } from './experiment-card.tsx';
import { EXPERIMENTS } from './experiments.ts';
import { labTexts } from './lab-language.ts';
import { OriginSwitch } from './origin-switch.tsx';
import { searchUrl, useLab } from './use-lab.ts';

const FIRST_QUERY = 'cheddar';

/** One search, sent in every way a script can, and what becomes of each. */
export function LabPage(configuration: PageConfiguration) {
  const { apiUrl, pageUrls = [] } = configuration;
  const [text, setText] = useState(firstQuery);
  const [run, setRun] = useState({ query: text });
  const results = useLab(configuration, run);
  const [explanation, setExplanation] = useState<Explanation>();
  const texts = labTexts();
  const apiOrigin = new URL(apiUrl, location.href).origin;

  useEffect(() => {
    document.title = `${t().lab.name} · Food Lookup`;
    void (configuration.hasReplay ? explainHere() : undefined)?.then(setExplanation);
  }, [configuration]);

  function send(event: SubmitEvent): void {
    event.preventDefault();
    const { view, portions } = readFragment(location.hash);
    const match = view.kind === 'search' ? view.match : 'fuzzy';
    const fragment = toFragment({ kind: 'search', query: text, match }, portions);
    history.replaceState(history.state, '', `#${fragment}`);
    setRun({ query: text });
  }

  return (
    <>
      <PageHeader>
        <nav aria-label={texts.pages}>
          <a href="./" onClick={keepFragment}>
            {t().foods}
          </a>
          <a href="lab.html" aria-current="page" onClick={keepFragment}>
            {t().lab.name}
          </a>
        </nav>
      </PageHeader>
      <main class="lab">
        <h1>{texts.title}</h1>
        <p class="lead">
          {texts.originsAre} <strong>{location.origin}</strong>, <strong>{apiOrigin}</strong>.{' '}
          {apiOrigin === location.origin ? texts.isSame : texts.differ}
        </p>
        <OriginSwitch pageUrls={pageUrls} />
        <form class="lab-form" onSubmit={send}>
          <label>
            {texts.search}{' '}
            <input
              autocomplete="off"
              spellcheck={false}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            {texts.sendAll}
          </button>
          <p class="note" role="status">
            {results === undefined ? texts.sending : texts.answersAreIn}
          </p>
        </form>
        <div class="experiments">
          {EXPERIMENTS.map((experiment) => (
            <ExperimentCard
              key={experiment.id}
              experiment={experiment}
              searchUrl={searchUrl(apiUrl, run.query)}
              explanation={explanation}
              isAllowed={results?.[0]?.conclusion.verdict === 'read'}
              result={results?.find((result) => result.experiment === experiment)}
            />
          ))}
        </div>
        <p class="note">{texts.looksTheSame}</p>
      </main>
    </>
  );
}

function firstQuery(): string {
  const { view } = readFragment(location.hash);
  return (view.kind === 'search' && view.query) || FIRST_QUERY;
}
