import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { MatchMode, Question } from '../address.ts';
import { type Food, isSameFood } from '../food.ts';
import type { Basis } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { BasisChoice } from '../parts/basis-choice.tsx';
import { type Amount, gramsOf, HUNDRED_GRAMS, type Portion } from '../plate/plate.ts';
import type { FoodService } from '../service.ts';
import {
  type Arrangement,
  arrangeFoods,
  narrowingsOf,
  PLAIN_ARRANGEMENT,
  sortedBy,
} from './arrange-foods.ts';
import { FaultMessage } from './fault-message.tsx';
import { NO_NEEDLES, needlesOf } from './find-matches.ts';
import { readQuantity } from './quantity.ts';
import { ResultsTable } from './results-table.tsx';
import { ResultsTools } from './results-tools.tsx';
import { SearchBox } from './search-box.tsx';
import { LoadingMessage, NothingFoundMessage, ReadingMessage } from './search-message.tsx';
import { answerIn } from './search-session.ts';
import { SearchStatus } from './search-status.tsx';
import { servingOf } from './serving.ts';
import { useRowKeys } from './use-row-keys.ts';
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
  /** Foods offered while the box is empty, and what they are. */
  readonly offered: readonly Food[];
  readonly offeredTitle: string;
  readonly onAdd: (food: Food, amount: Amount) => void;
  readonly onAmount: (food: Food, amount: Amount) => void;
  readonly onCompare: (food: Food) => void;
  /** As `onCompare`, and shows the comparison once there is one. */
  readonly onCompareByKey: (food: Food) => void;
  readonly onShow: (food: Food) => void;
  /** What is shown in place of the results: one food, or several side by side. */
  readonly instead: ComponentChildren;
  /** Shown before anything is typed. */
  readonly welcome: (tryIt: (query: string) => void) => ComponentChildren;
}

/** The search: what is typed and what is found. */
export function SearchPanel(props: SearchPanelProps) {
  const { service, apiUrl, question, onQuestion, portions, basis, instead, offered } = props;
  const { query, match } = question;
  const { state, searchNow } = useSearch(service, apiUrl, question);
  const [arrangement, setArrangement] = useState<Arrangement>(PLAIN_ARRANGEMENT);
  const [added, setAdded] = useState<Food>();
  const answer = answerIn(state);
  const isIdle = query.trim() === '';
  const foods = isIdle ? offered : (answer?.foods ?? []);
  const hasFoods = answer !== undefined && answer.foods.length > 0;
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
  const narrowings = useMemo(() => narrowingsOf(answer?.foods ?? [], t().groups), [answer]);

  useLayoutEffect(() => {
    setArrangement(PLAIN_ARRANGEMENT);
    setAdded(undefined);
  }, [answer]);

  /** Whether the amount of a food is the one that was typed in front of the search. */
  const isAmountTyped = (food: Food) => quantity !== undefined && serving(food) !== HUNDRED_GRAMS;

  function add(food: Food): void {
    setAdded(food);
    props.onAdd(food, serving(food));
  }

  function unfold(head: string): void {
    setArrangement({ ...arrangement, open: new Set([...arrangement.open, head]) });
  }

  const keys = useRowKeys({
    lines,
    answer,
    hasBest: state.kind === 'found' && state.foods.length > 0 && !instead,
    onAdd: add,
    isAmountTyped,
    // Emptied, the box begins anew.
    onType: (text) => onQuestion({ query: text, match: text === '' ? 'fuzzy' : match }),
    onSearchNow: searchNow,
    onUnfold: unfold,
    onShow: props.onShow,
    onCompare: props.onCompareByKey,
  });
  const { activeIndex, box, amountBox } = keys;

  useLayoutEffect(() => {
    if (!instead) box.current?.focus({ preventScroll: true });
  }, []);

  function searchBy(mode: MatchMode): void {
    onQuestion({ query, match: mode });
    box.current?.focus();
  }

  return (
    <search class="search">
      <SearchBox
        inputRef={box}
        query={query}
        rowCount={lines.length}
        activeIndex={activeIndex}
        isDone={added !== undefined || props.compared.length > 0}
        onType={keys.type}
        onKeyDown={keys.onKeyDown}
      />
      {instead ?? (
        <>
          <SearchStatus state={state} isIdle={isIdle} apiUrl={apiUrl} onRetry={searchNow} />
          {!isIdle && (
            <div class="results-tools">
              {hasFoods && (
                <ResultsTools
                  key={answerKey}
                  basis={basis}
                  hasMeasures={answer.foods.some(({ measures }) => measures.length > 0)}
                  onBasis={props.onBasis}
                  arrangement={arrangement}
                  narrowings={narrowings}
                  onArrange={setArrangement}
                />
              )}
            </div>
          )}
          <div class="search-body">
            {isIdle &&
              props.welcome((example) => {
                keys.type(example);
                box.current?.focus();
              })}
            {isIdle && lines.length > 0 && (
              <div class="results-tools">
                <h2>{props.offeredTitle}</h2>
                <BasisChoice basis={basis} onBasis={props.onBasis} />
              </div>
            )}
            {!isIdle && (answer === undefined || hasFoods) && (
              <ReadingMessage
                question={question}
                readings={answer?.readings ?? []}
                onMatch={searchBy}
              />
            )}
            {state.kind === 'loading' && answer === undefined && (
              <LoadingMessage apiUrl={apiUrl} isSlow={state.isSlow} onRetry={searchNow} />
            )}
            {state.kind === 'found' && state.foods.length === 0 && (
              <NothingFoundMessage question={question} onMatch={searchBy} />
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
                onSort={(column) => setArrangement(sortedBy(arrangement, column))}
                isTotalFat={props.isTotalFat}
                canCompare={props.canCompare}
                servingOf={serving}
                isPerServing={basis === 'portion' || quantity !== undefined}
                portionOf={(food) => portions.find((portion) => isSameFood(portion.food, food))}
                isCompared={(food) => props.compared.some((other) => isSameFood(other, food))}
                edited={added && !isAmountTyped(added) ? added : undefined}
                amountRef={amountBox}
                onAmountKeyDown={keys.onAmountKeyDown}
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
