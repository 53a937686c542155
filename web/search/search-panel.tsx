import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Question } from '../address.ts';
import { type Food, isSameFood } from '../food.ts';
import type { Basis } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { type Amount, gramsOf, HUNDRED_GRAMS, type Portion } from '../plate/plate.ts';
import type { FoodService } from '../service.ts';
import {
  type Arrangement,
  arrangeFoods,
  narrowingsOf,
  PLAIN_ARRANGEMENT,
  type SortColumn,
} from './arrange-foods.ts';
import { FaultMessage } from './fault-message.tsx';
import { NO_NEEDLES, needlesOf } from './find-matches.ts';
import { readQuantity } from './quantity.ts';
import { ResultsTable, rowId } from './results-table.tsx';
import { ResultsTools } from './results-tools.tsx';
import { SearchBox } from './search-box.tsx';
import { LoadingMessage, NothingFoundMessage, ReadingMessage } from './search-message.tsx';
import type { Answer, SearchState } from './search-session.ts';
import { servingOf } from './serving.ts';
import { useSearch } from './use-search.ts';

interface SearchPanelProps {
  readonly service: FoodService;
  readonly apiUrl: string;
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
  readonly isTotalFat: boolean;
  readonly canCompare: boolean;
  readonly compared: readonly Food[];
  readonly portions: readonly Portion[];
  readonly basis: Basis;
  readonly onBasis: (basis: Basis) => void;
  /** The unit that was chosen last for a food. */
  readonly unitNameOf: (food: Food) => string | undefined;
  /** Recent and favorite foods, offered while the box is empty. */
  readonly offered: readonly Food[];
  readonly onAdd: (food: Food, amount: Amount) => void;
  readonly onAmount: (food: Food, amount: Amount) => void;
  readonly onCompare: (food: Food) => void;
  readonly onShow: (food: Food) => void;
  /** What is shown in place of the results: one food, or several side by side. */
  readonly instead: ComponentChildren;
  /** Shown before anything is typed. */
  readonly welcome: (tryIt: (query: string) => void) => ComponentChildren;
}

/** The search: what is typed, what is found, and the keys that lead through it. */
export function SearchPanel(props: SearchPanelProps) {
  const { service, apiUrl, question, onQuestion, portions, basis, instead, offered } = props;
  const { query, match } = question;
  const { state, searchNow } = useSearch(service, apiUrl, question);
  const [arrangement, setArrangement] = useState<Arrangement>(PLAIN_ARRANGEMENT);
  const [activeIndex, setActiveIndex] = useState(-1);
  const [added, setAdded] = useState<Food>();
  const [byKey, setByKey] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const amountBox = useRef<HTMLInputElement>(null);
  const answer = answerIn(state);
  const isIdle = query.trim() === '';
  const foods = isIdle ? offered : (answer?.foods ?? []);
  const answerKey = isIdle ? '' : `${answer?.match} ${answer?.query}`;
  const { quantity } = readQuantity(match === 'substring' ? '' : query);

  const serving = (food: Food) =>
    servingOf(food, { basis, quantity, unitName: props.unitNameOf(food) });
  const lines = useMemo(
    () =>
      instead
        ? []
        : arrangeFoods(foods, arrangement, (food, nutrient) => {
            const value = food[nutrient];
            return value === null ? null : value * gramsOf(serving(food));
          }),
    [foods, arrangement, basis, quantity?.count, instead],
  );
  const needles = useMemo(
    () => (answer && !isIdle ? needlesOf(answer, answer.readings) : NO_NEEDLES),
    [answer, isIdle],
  );

  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    // The best match is chosen already: Enter adds it.
    setActiveIndex(state.kind === 'found' && state.foods.length > 0 && !instead ? 0 : -1);
    setArrangement(PLAIN_ARRANGEMENT);
    setAdded(undefined);
  }, [answer]);
  useLayoutEffect(() => {
    if (activeIndex > 0)
      document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);
  useLayoutEffect(() => {
    if (byKey > 0) amountBox.current?.focus({ preventScroll: true });
  }, [byKey]);

  function type(text: string): void {
    // The row was chosen from the answer to another text: Enter must not add it to this one.
    setActiveIndex(-1);
    // Emptied, the box begins anew.
    onQuestion({ query: text, match: text === '' ? 'fuzzy' : match });
  }

  function add(food: Food): void {
    setAdded(food);
    props.onAdd(food, serving(food));
  }

  function enter(index: number): void {
    const line = lines[index];
    if (line === undefined) searchNow();
    else if (line.kind === 'more') unfold(line.head);
    else {
      add(line.food);
      // Who typed the amount already has no need to set it.
      if (serving(line.food) === HUNDRED_GRAMS || quantity === undefined) setByKey(byKey + 1);
      else box.current?.select();
    }
  }

  function unfold(head: string): void {
    setArrangement({ ...arrangement, open: new Set([...arrangement.open, head]) });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const line = lines[activeIndex];
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, lines.length - 1));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, -1));
    else if (event.key === 'Escape') type('');
    else if (event.key === 'Enter' && event.shiftKey && line?.kind === 'food')
      props.onShow(line.food);
    else if (event.key === 'Enter') enter(activeIndex);
    else return;
    event.preventDefault();
  }

  /** From the amount just added back to the search: with Enter, Escape, or by typing on. */
  function onAmountKeyDown(event: KeyboardEvent): void {
    const isLetter =
      /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    box.current?.focus();
    if (isLetter) type(event.key);
    else box.current?.select();
  }

  function sortBy(column: SortColumn): void {
    const { sorting } = arrangement;
    const firstDown = column !== 'description';
    const isSame = sorting?.by === column;
    const next = { by: column, isDescending: isSame ? !sorting.isDescending : firstDown };
    setArrangement({
      ...arrangement,
      sorting: isSame && sorting.isDescending !== firstDown ? undefined : next,
    });
  }

  return (
    <search class="search">
      <SearchBox
        inputRef={box}
        query={query}
        rowCount={lines.length}
        activeIndex={activeIndex}
        onType={type}
        onKeyDown={onKeyDown}
      />
      {instead ?? (
        <>
          <div class="search-status">
            <p role="status">{statusText(state, isIdle)}</p>
          </div>
          {!isIdle && (
            <div class="results-tools">
              {answer && answer.foods.length > 0 && (
                <ResultsTools
                  key={answerKey}
                  basis={basis}
                  hasMeasures={answer.foods.some(({ measures }) => measures.length > 0)}
                  onBasis={props.onBasis}
                  arrangement={arrangement}
                  narrowings={narrowingsOf(answer.foods, t().groups)}
                  onArrange={setArrangement}
                />
              )}
            </div>
          )}
          <div class="search-body">
            {isIdle &&
              props.welcome((example) => {
                type(example);
                box.current?.focus();
              })}
            {!isIdle && (
              <ReadingMessage
                question={question}
                readings={answer?.readings ?? []}
                onMatch={(mode) => {
                  onQuestion({ query, match: mode });
                  box.current?.focus();
                }}
              />
            )}
            {state.kind === 'loading' && (state.isSlow || answer === undefined) && (
              <LoadingMessage apiUrl={apiUrl} isSlow={state.isSlow} onRetry={searchNow} />
            )}
            {state.kind === 'found' && state.foods.length === 0 && (
              <NothingFoundMessage
                question={question}
                onMatch={(mode) => {
                  onQuestion({ query, match: mode });
                  box.current?.focus();
                }}
              />
            )}
            {state.kind === 'failed' && (
              <FaultMessage fault={state.fault} apiUrl={apiUrl} onRetry={searchNow} />
            )}
            {lines.length > 0 && (
              <ResultsTable
                label={t().foods}
                lines={lines}
                answerKey={answerKey}
                needles={needles}
                isBusy={!isIdle && state.kind !== 'found'}
                activeIndex={activeIndex}
                sorting={arrangement.sorting}
                onSort={sortBy}
                isTotalFat={props.isTotalFat}
                canCompare={props.canCompare}
                servingOf={serving}
                isPerServing={basis === 'portion' || quantity !== undefined}
                portionOf={(food) => portions.find((portion) => isSameFood(portion.food, food))}
                isCompared={(food) => props.compared.some((other) => isSameFood(other, food))}
                added={added}
                amountRef={amountBox}
                onAmountKeyDown={onAmountKeyDown}
                onAdd={add}
                onAmount={props.onAmount}
                onCompare={props.onCompare}
                onShow={props.onShow}
                onUnfold={unfold}
              />
            )}
          </div>
        </>
      )}
    </search>
  );
}

/** The answer to show: the latest, also while another is on its way or did not come. */
function answerIn(state: SearchState): Answer | undefined {
  if (state.kind === 'found') return state;
  return state.kind === 'idle' ? undefined : state.last;
}

/** The most foods that the service puts into an answer. */
const MAX_FOODS = 100;

function statusText(state: SearchState, isIdle: boolean): string {
  if (isIdle) return '';
  if (state.kind === 'failed') return t().noAnswer;
  if (state.kind === 'loading' && state.isSlow) return t().stillSearching;
  const answer = answerIn(state);
  if (answer === undefined) return state.kind === 'loading' ? t().searching : '';
  const { length } = answer.foods;
  return length >= MAX_FOODS ? t().firstFoods(MAX_FOODS) : t().foodsFound(length);
}
