import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FoodClient } from '../../src/client/index.ts';
import type { Food } from '../food.ts';
import { countText } from '../number-text.ts';
import { RESULTS_ID, ResultsTable, rowId } from './results-table.tsx';
import {
  FaultMessage,
  IdleMessage,
  LoadingMessage,
  NothingFoundMessage,
} from './search-message.tsx';
import { type Answer, MAX_FOODS, type Question, type SearchState } from './search-session.ts';
import { useSearch } from './use-search.ts';

/** In UTF-16 units: more than any name of a food, and short enough for the address of a request. */
const MAX_QUERY_LENGTH = 8192;

interface SearchPanelProps {
  readonly client: FoodClient;
  readonly apiUrl: string;
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
  readonly onAdd: (food: Food) => void;
}

/** The search: what is typed, what is found, and the keys that lead through it. */
export function SearchPanel({ client, apiUrl, question, onQuestion, onAdd }: SearchPanelProps) {
  const { query, match } = question;
  const { state, searchNow } = useSearch(client, apiUrl, question);
  const [activeIndex, setActiveIndex] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const answer = answerIn(state);
  const foods = answer?.foods ?? [];

  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => setActiveIndex(-1), [answer]);
  useLayoutEffect(() => {
    document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex]);

  function type(text: string): void {
    // The row was chosen from the answer to another text: Enter must not add it to this one.
    setActiveIndex(-1);
    // Words are asked for one search at a time: emptied, the box begins anew.
    onQuestion({ query: text, match: text === '' ? 'substring' : match });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const active = foods[activeIndex];
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, foods.length - 1));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, -1));
    else if (event.key === 'Escape') type('');
    else if (event.key === 'Enter' && active !== undefined) onAdd(active);
    else if (event.key === 'Enter') searchNow();
    else return;
    event.preventDefault();
  }

  return (
    <search class="search">
      <div class="search-box">
        <input
          ref={input}
          type="search"
          role="combobox"
          list={undefined}
          aria-label="Search foods"
          aria-autocomplete="list"
          aria-haspopup="grid"
          aria-expanded={foods.length > 0}
          aria-controls={foods.length > 0 ? RESULTS_ID : undefined}
          aria-activedescendant={activeIndex < 0 ? undefined : rowId(activeIndex)}
          placeholder="Search foods"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={MAX_QUERY_LENGTH}
          value={query}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <p class="keys" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> choose <kbd>Enter</kbd> add <kbd>Esc</kbd> clear
        </p>
      </div>
      <div class="search-status">
        <p role="status">{statusText(state)}</p>
        {match === 'words' && (
          <button type="button" onClick={() => onQuestion({ query, match: 'substring' })}>
            Each word, in any order <span aria-hidden="true">×</span>
            <span class="unseen">: search for the text as typed</span>
          </button>
        )}
      </div>
      <div class="search-body">
        {state.kind === 'idle' && (
          <IdleMessage
            apiUrl={apiUrl}
            onTry={(example) => {
              type(example);
              input.current?.focus();
            }}
          />
        )}
        {state.kind === 'loading' && (state.isSlow || state.last === undefined) && (
          <LoadingMessage apiUrl={apiUrl} isSlow={state.isSlow} onRetry={searchNow} />
        )}
        {state.kind === 'found' && foods.length === 0 && (
          <NothingFoundMessage
            query={state.query}
            match={state.match}
            onMatchWords={() => {
              onQuestion({ query, match: 'words' });
              input.current?.focus();
            }}
          />
        )}
        {state.kind === 'failed' && (
          <FaultMessage fault={state.fault} apiUrl={apiUrl} onRetry={searchNow} />
        )}
        {answer !== undefined && foods.length > 0 && (
          <ResultsTable
            answer={answer}
            isBusy={state.kind === 'loading'}
            activeIndex={activeIndex}
            onAdd={onAdd}
          />
        )}
      </div>
    </search>
  );
}

function answerIn(state: SearchState): Answer | undefined {
  if (state.kind === 'found') return state;
  return state.kind === 'loading' && !state.isSlow ? state.last : undefined;
}

function statusText(state: SearchState): string {
  if (state.kind === 'loading' && state.isSlow) return 'Still searching';
  const answer = answerIn(state);
  if (state.kind === 'failed') return 'No answer';
  if (answer === undefined) return state.kind === 'loading' ? 'Searching' : '';
  const { length } = answer.foods;
  if (length >= MAX_FOODS) return `First ${MAX_FOODS} foods: type more to see fewer`;
  return length === 0 ? 'No food found' : `${countText(length, 'food')} found`;
}
