import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAX_QUERY_LENGTH } from '../../src/search/limits.ts';
import { t } from '../languages/language.ts';
import { RESULTS_ID, rowId } from './results-table.tsx';

interface SearchBoxProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly query: string;
  readonly rowCount: number;
  /** The row that the keys are on; none: -1. */
  readonly activeIndex: number;
  /** Whether something was made of the last search: what is typed next replaces it. */
  readonly isDone: boolean;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The box to search in, from which the keys lead through the results. */
export function SearchBox(props: SearchBoxProps) {
  const { inputRef, query, rowCount, activeIndex, isDone, onType, onKeyDown } = props;
  const isEntered = useRef(false);
  // A tap on a button does not take the focus from the box everywhere.
  useLayoutEffect(() => {
    isEntered.current ||= isDone;
  }, [isDone]);
  return (
    <div class="search-box">
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        list={undefined}
        aria-label={t().searchFoods}
        aria-autocomplete="list"
        aria-haspopup="grid"
        aria-expanded={rowCount > 0}
        aria-controls={rowCount > 0 ? RESULTS_ID : undefined}
        aria-activedescendant={activeIndex < 0 ? undefined : rowId(activeIndex)}
        placeholder={t().searchHint}
        autocomplete="off"
        autocapitalize="off"
        enterkeyhint="search"
        spellcheck={false}
        maxLength={MAX_QUERY_LENGTH}
        value={query}
        onFocus={() => {
          isEntered.current = true;
        }}
        onClick={({ currentTarget }) => {
          // Not on focus: the caret that a tap sets comes after it.
          if (isDone && isEntered.current) currentTarget.select();
          isEntered.current = false;
        }}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p class="keys note" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t().keys.choose} <kbd>Enter</kbd> {t().keys.add} <kbd>Esc</kbd>{' '}
        {t().keys.clear}
      </p>
    </div>
  );
}
