import { useMemo } from 'preact/hooks';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { extraColumn, nextSort, readSorting } from '../foods/columns.ts';
import type { Food } from '../foods/food.ts';
import { type Amount, amountWords, gramsOf, HUNDRED_GRAMS } from '../foods/plate.ts';
import type { MatchMode } from '../foods/question.ts';
import { t } from '../languages/language.ts';
import { isCompared, type PageState } from '../page/page-state.ts';
import type { PageStore } from '../page/page-store.ts';
import {
  linesOf,
  offeredFoods,
  quantityIn,
  rowOf,
  screenOf,
  servingIn,
  shownAnswer,
  titleOfFoods,
  typedAmount,
} from '../page/results.ts';
import type { Page } from '../page/use-page.ts';
import { BasisChoice } from '../parts/basis-choice.tsx';
import { FaultMessage } from '../parts/fault-message.tsx';
import { lazy } from '../parts/lazy.tsx';
import type { Answer } from '../service/search-session.ts';
import type { RowActions, RowContent } from './food-row.tsx';
import { ResultsTable } from './results-table.tsx';
import { LoadingMessage, ReadingMessage, SearchStatus, WelcomeMessage } from './search-message.tsx';
import type { SearchKeys } from './use-search-keys.ts';

// Everything below the search box, in order: status, tools, table, "Show more", messages.

const ResultsTools = lazy(() =>
  import('./results-tools.tsx').then((module) => module.ResultsTools),
);

const NothingFoundMessage = lazy(() =>
  import('./nothing-found.tsx').then((module) => module.NothingFoundMessage),
);

const Groups = lazy(() => import('./groups.tsx').then((module) => module.Groups));
const GroupHeading = lazy(() => import('./groups.tsx').then((module) => module.GroupHeading));

const Meal = lazy(() => import('./meal.tsx').then((module) => module.Meal));

interface ResultsProps {
  readonly page: Page;
  readonly keys: SearchKeys;
}

/** Shows the results of a search, or why there are none; before the first search, starter foods. */
export function Results({ page, keys }: ResultsProps) {
  const { state, dispatch, store, apiUrl } = page;
  const { search, question } = state;
  const screen = screenOf(state);
  const answer = shownAnswer(state);
  const isIdle = screen === 'offered';

  // The explanation is about the answer's question, not about text typed since. If it is not loaded
  // by the time the answer arrives, it is left out, since it would push the foods down.
  const asked = useMemo(() => (ReadingMessage.isThere() ? question : undefined), [answer]);

  const left = (answer?.total ?? 0) - (answer?.foods.length ?? 0);
  const retry = () => store.searchNow();

  function searchBy(match: MatchMode): void {
    dispatch({ kind: 'match', match });
    keys.box.current?.focus();
  }

  return (
    <>
      <Head page={page} onRetry={retry} />
      <div class="search-body">
        {isIdle && <Offered page={page} onTry={keys.searchFor} />}
        {!isIdle &&
          screen !== 'meal' &&
          asked &&
          answer !== undefined &&
          answer.foods.length > 0 && (
            <ReadingMessage
              question={asked}
              answer={answer}
              onMatch={searchBy}
              onTry={keys.searchFor}
            />
          )}
        {/* Shown only once the search is sent: most answers come without any wait. */}
        {screen === 'loading' && search.kind === 'loading' && (
          <LoadingMessage apiUrl={apiUrl} isSlow={search.isSlow} onRetry={retry} />
        )}
        {screen === 'nothing' && (
          <NothingFoundMessage page={page} onMatch={searchBy} onTry={keys.searchFor} />
        )}
        {search.kind === 'failed' && (
          <div class={answer?.foods[0] === undefined ? undefined : 'banner'}>
            <FaultMessage fault={search.fault} apiUrl={apiUrl} onRetry={retry} />
          </div>
        )}
        {screen === 'meal' && <Meal page={page} onDone={keys.backToBox} />}
        <Table page={page} keys={keys} />
        {/* Rendered after the foods above, which would push it down. */}
        {isIdle && state.everyday !== undefined && <Groups page={page} onKeys={keys.backToBox} />}
        {screen === 'results' && search.kind === 'found' && left > 0 && (
          <p class="show-more">
            <button type="button" onClick={() => store.searchMore()}>
              {t().showMore(Math.min(left, MAX_FOODS))}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** What is above the foods: their group, the status, and the tools. */
function Head({ page, onRetry }: { readonly page: Page; readonly onRetry: () => void }) {
  const { search, question } = page.state;
  const answer = shownAnswer(page.state);
  // Tools stay if filters leave no food, so that they can be removed.
  const isNarrowed = (answer?.group ?? answer?.until) !== undefined;
  const screen = screenOf(page.state);
  const hasLimit = question.sort !== undefined && !question.sort.endsWith('description');
  const hasTools = screen === 'results' || (screen === 'nothing' && isNarrowed);
  return (
    <>
      {question.query === '' && question.group !== undefined && (
        <div class="group-heading">
          <GroupHeading page={page} group={question.group} />
        </div>
      )}
      <div class={hasLimit ? 'results-tools with-limit' : 'results-tools'}>
        <SearchStatus search={search} isShown={hasTools} onRetry={onRetry} />
        {hasTools && answer !== undefined && <ResultsTools page={page} answer={answer} />}
      </div>
    </>
  );
}

/**
 * What is shown before anything is typed: what the page can do, and the heading of starter foods.
 */
function Offered({ page, onTry }: { page: Page; onTry: (query: string) => void }) {
  const { state } = page;
  const foods = offeredFoods(state);
  const isNew = foods === state.everyday || foods.length === 0;
  return (
    <>
      {isNew && <WelcomeMessage onTry={onTry} />}
      {foods.length > 0 && (
        <div class="results-tools">
          <h2>{titleOfFoods(state)}</h2>
          <BasisChoice page={page} />
        </div>
      )}
    </>
  );
}

function Table({ page, keys }: ResultsProps) {
  const { state, dispatch, store } = page;
  const { search, question, offer, added } = state;
  const answer = shownAnswer(state);
  const lines = linesOf(state);
  const actions = useMemo(() => actionsOf(store, keys), [store]);
  if (lines.length === 0) return null;
  const extra = answer && extraColumn(answer.sort, offer);

  function contentOf(food: Food): RowContent {
    const serving = servingIn(state, food);
    return {
      canCompare: offer.key !== undefined,
      isCompared: isCompared(state, food),
      grams: gramsOf(serving),
      extra: extra && (answer.extra.get(food) ?? null),
      typed: typedAmount(state, food),
      servingText: servingText(state, serving),
      portion: rowOf(state, food),
      // An amount typed with the search needs no editor.
      isEdited: food === added?.food && typedAmount(state, food) === undefined,
    };
  }

  return (
    <ResultsTable
      label={titleOfFoods(state)}
      lines={lines}
      answerKey={keyOf(answer)}
      answer={answer}
      isBusy={answer !== undefined && search.kind !== 'found'}
      activeIndex={state.activeIndex}
      sorting={readSorting(question.sort)}
      columns={offer.columns}
      onSort={(column) =>
        dispatch({ kind: 'refine', by: { sort: nextSort(question.sort, column) } })
      }
      extra={extra}
      contentOf={contentOf}
      amountRef={keys.amountBox}
      actions={actions}
    />
  );
}

/** Returns the actions on a food, which use the current state of the page. */
function actionsOf(store: PageStore, { backToBox, searchFor }: SearchKeys): RowActions {
  const { dispatch } = store;
  return {
    onAdd: (food) =>
      dispatch({ kind: 'plate/add', portions: [{ food, ...servingIn(store.state, food) }] }),
    onAmount: (food, amount) => {
      const row = rowOf(store.state, food);
      if (row !== undefined) dispatch({ kind: 'plate/amount', row, amount });
    },
    onAmountDone: backToBox,
    onSearch: searchFor,
    onCompare: (food) => dispatch({ kind: 'compare', food }),
    onShow: (food) => store.showFood(food, typedAmount(store.state, food)),
    onUnfold: (head) => {
      const { arrangement } = store.state;
      const open = new Set([...arrangement.open, head]);
      dispatch({ kind: 'arrange', arrangement: { ...arrangement, open } });
    },
  };
}

/** Identifies the answer, whose rows and tools are its own. */
function keyOf(answer: Answer | undefined): string {
  if (answer === undefined) return '';
  const { match, sort, until, group, query } = answer;
  return [match, sort, until, group, query].join(' ');
}

/** Returns a row's amount in words, with a note if the weight of the typed unit is unknown. */
function servingText(state: PageState, serving: Amount): string {
  const quantity = quantityIn(state.question);
  const isShown = state.saved.basis === 'portion' || quantity !== undefined;
  if (!isShown) return '';
  const words = amountWords(serving);
  if (quantity === undefined || serving !== HUNDRED_GRAMS) return words;
  return `${quantity.unit === undefined ? t().noPiece : t().noUnit(t().unit(quantity.unit))} ${words}`;
}
