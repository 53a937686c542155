import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../languages/language.ts';
import { readFragment, toFragment } from '../page/address.ts';
import { mount } from '../parts/mount.tsx';
import { keepFragment, PageHeader } from '../parts/page-header.tsx';
import type { PageConfiguration } from '../service/page-server.ts';
import { ExperimentCard } from './experiment-card.tsx';
import { labTexts } from './lab-es.ts';
import { searchUrl, useLab } from './use-lab.ts';

// The layout of the lab, and the search that it starts with.

const FIRST_QUERY = 'cheddar';

/** Sends one search in every way a script can, and shows the outcome of each. */
export function LabPage(configuration: PageConfiguration) {
  const { apiUrl, pageUrls = [] } = configuration;
  const [run, setRun] = useState(firstRun);
  const made = useLab(configuration, run);
  const texts = labTexts();
  const apiOrigin = new URL(apiUrl).origin;

  useEffect(() => {
    document.title = `${t().labName} · Food Lookup`;
  }, []);

  /** Sends the search text, and keeps it in the URL. */
  function send(event: TargetedSubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get('query'));
    const { view, portions } = readFragment(location.hash);
    const match = view.kind === 'search' ? view.match : 'fuzzy';
    const fragment = toFragment({ kind: 'search', query, match }, portions);
    history.replaceState(history.state, '', `#${fragment}`);
    setRun({ query });
  }

  return (
    <>
      <PageHeader>
        <nav aria-label={texts.pages}>
          <a href="./" onClick={keepFragment}>
            {t().foods}
          </a>
          <a href="lab.html" aria-current="page" onClick={keepFragment}>
            {t().labName}
          </a>
        </nav>
      </PageHeader>
      <main class="lab stack">
        <h1>{texts.title}</h1>
        <p>
          {texts.originsAre} <strong>{location.origin}</strong>, <strong>{apiOrigin}</strong>.{' '}
          {apiOrigin === location.origin ? texts.isSame : texts.differ}
        </p>
        <OriginSwitch pageUrls={pageUrls} />
        <form class="lab-form actions" onSubmit={send}>
          <label class="note">
            {texts.search}{' '}
            <input name="query" autocomplete="off" spellcheck={false} defaultValue={run.query} />
          </label>
          <button type="submit" class="primary">
            {texts.sendAll}
          </button>
          <p class="note" role="status">
            {made === undefined ? texts.sending : texts.answersAreIn}
          </p>
        </form>
        {/* Rendered all at once, so that nothing moves while it is being read. */}
        {made !== undefined && (
          <>
            <div class="experiments">
              {made.results.map((result) => (
                <ExperimentCard
                  key={result.experiment.id}
                  result={result}
                  searchUrl={searchUrl(apiUrl, run.query)}
                  explanation={made.explanation}
                  isAllowed={made.results[0]?.conclusion.verdict === 'read'}
                />
              ))}
            </div>
            <p class="note">{texts.looksTheSame}</p>
          </>
        )}
      </main>
    </>
  );
}

function firstRun(): { readonly query: string } {
  const { view } = readFragment(location.hash);
  return { query: (view.kind === 'search' && view.query) || FIRST_QUERY };
}

void mount(LabPage);

/** Links to this page at all its URLs, which are different origins to the browser. */
function OriginSwitch({ pageUrls }: { readonly pageUrls: readonly string[] }) {
  if (pageUrls.length < 2) return null;
  return (
    <nav class="origins actions note" aria-label={labTexts().originsOfPage}>
      <p>{labTexts().loadFrom}</p>
      <ul class="choice">
        {pageUrls.map((url) => (
          <li key={url}>
            <a
              href={`${url}/lab.html`}
              onClick={keepFragment}
              aria-current={url === location.origin ? 'page' : undefined}
            >
              {url}
            </a>
          </li>
        ))}
      </ul>
      <p>{labTexts().sameFiles}</p>
    </nav>
  );
}
