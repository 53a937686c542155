import { useMemo } from 'preact/hooks';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { t } from '../languages/language.ts';
import { screenOf, shownAnswer, starterFoods, titleOfFoods } from '../page/shown-foods.ts';
import type { Page } from '../page/use-page.ts';
import { BasisChoice, Button } from '../parts/controls.tsx';
import { FaultMessage } from '../parts/fault-message.tsx';
import { lazy, nothing } from '../parts/lazy.tsx';
import { ResultsTable } from './results-table.tsx';
import { Example, LoadingMessage, ReadingMessage, SearchStatus } from './search-message.tsx';
import type { SearchPartProps } from './use-search-keys.ts';

// Everything below the search box: status, tools, messages, table, "Show more".

const ResultsTools = lazy(() => import('./results-tools.tsx'), 'ResultsTools', nothing);
const NothingFoundMessage = lazy(() => import('./nothing-found.tsx'), 'NothingFoundMessage');
const Groups = lazy(() => import('./groups.tsx'), 'Groups', nothing);
const GroupHeading = lazy(() => import('./groups.tsx'), 'GroupHeading', nothing);
const Meal = lazy(() => import('./meal.tsx'), 'Meal');

/**
 * Shows the results of a search, or why there are none. Before the first search, shows starter
 * foods.
 */
export function Results({ page, keys }: SearchPartProps) {
  const { state, store, apiUrl } = page;
  const { search, criteria } = state;
  const screen = screenOf(state);
  const answer = shownAnswer(state);
  const isIdle = screen === 'starters';

  // The explanation is about the search that was answered, not about text typed since. It is left
  // out if its component is not loaded when the answer arrives: a late one would push the foods
  // down.
  const asked = useMemo(() => (ReadingMessage.hasLoaded() ? criteria : undefined), [answer]);

  const left = (answer?.total ?? 0) - (answer?.foods.length ?? 0);

  return (
    <>
      <Head page={page} />
      <div class="search-body">
        {isIdle && <StarterView page={page} keys={keys} />}
        {asked && answer !== undefined && answer.foods.length > 0 && (
          <ReadingMessage criteria={asked} answer={answer} keys={keys} />
        )}
        {/* Shown only once the search is sent: most answers come without any wait. */}
        {screen === 'loading' && search.kind === 'loading' && (
          <LoadingMessage page={page} isSlow={search.isSlow} />
        )}
        {screen === 'nothing' && <NothingFoundMessage page={page} keys={keys} />}
        {search.kind === 'failed' && (
          <div class={answer?.foods[0] === undefined ? undefined : 'banner'}>
            <FaultMessage fault={search.fault} apiUrl={apiUrl} onRetry={() => store.searchNow()} />
          </div>
        )}
        {screen === 'meal' && <Meal page={page} onDone={keys.backToBox} />}
        <ResultsTable page={page} keys={keys} />
        {/* The groups are rendered after the foods above, which would push them down. */}
        {isIdle && state.everyday !== undefined && <Groups page={page} onKeys={keys.backToBox} />}
        {search.kind === 'found' && left > 0 && (
          <p class="show-more">
            <Button onClick={() => store.searchMore()}>
              {t().showMore(Math.min(left, MAX_FOODS))}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

/** The part above the foods: their group, the status, and the tools. */
function Head({ page }: { readonly page: Page }) {
  const { criteria } = page.state;
  const answer = shownAnswer(page.state);
  // The tools stay if no food is left, so that filters can be removed.
  const isNarrowed = (answer?.group ?? answer?.until) !== undefined;
  const screen = screenOf(page.state);
  const hasLimit = criteria.sort !== undefined && !criteria.sort.endsWith('description');
  const hasTools = screen === 'results' || (screen === 'nothing' && isNarrowed);
  return (
    <>
      {criteria.query === '' && criteria.group !== undefined && (
        <div class="group-heading actions">
          <GroupHeading page={page} group={criteria.group} />
        </div>
      )}
      <div class={hasLimit ? 'results-tools actions with-limit' : 'results-tools actions'}>
        <SearchStatus page={page} isShown={hasTools} />
        {hasTools && answer !== undefined && <ResultsTools page={page} answer={answer} />}
      </div>
    </>
  );
}

/**
 * The part shown before anything is typed: what the page can do, and the heading of starter foods.
 */
function StarterView({ page, keys }: SearchPartProps) {
  const { state } = page;
  const foods = starterFoods(state);
  const isNew = foods === state.everyday || foods.length === 0;
  return (
    <>
      {isNew && (
        <section class="welcome stack">
          <h2>{t().welcome.title}</h2>
          <p class="actions">
            {t().welcome.examples.map(({ query, shows }) => (
              <Example key={query} text={query} shows={shows} onTry={() => keys.searchFor(query)} />
            ))}
          </p>
        </section>
      )}
      {foods.length > 0 && (
        <div class="results-tools actions">
          <h2>{titleOfFoods(state)}</h2>
          <BasisChoice page={page} />
        </div>
      )}
    </>
  );
}
