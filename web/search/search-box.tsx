import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAX_QUERY_LENGTH } from '../../src/search/limits.ts';
import { t } from '../languages/language.ts';
import { linesOf } from '../page/results.ts';
import type { Page } from '../page/use-page.ts';
import { RESULTS_ID, rowId } from './results-table.tsx';
import type { SearchKeys } from './use-search-keys.ts';

// The search box: input, clear button; languages/en.ts has its texts.

interface SearchBoxProps {
  readonly page: Page;
  readonly keys: SearchKeys;
}

/** The box to search in, from which the keys lead through the results. */
export function SearchBox({ page, keys }: SearchBoxProps) {
  const { state, dispatch } = page;
  const { question, activeIndex } = state;
  const hasRows = linesOf(state).length > 0;
  // The last search was used: typing replaces it.
  const selection = useSelectionOnEntry(state.added !== undefined || state.tray.length > 0);
  return (
    <div class="search-box">
      <input
        ref={keys.box}
        id="search-box"
        type="search"
        role="combobox"
        list={undefined}
        aria-label={t().searchFoods}
        aria-autocomplete="list"
        aria-haspopup="grid"
        aria-expanded={hasRows}
        aria-controls={hasRows ? RESULTS_ID : undefined}
        aria-activedescendant={hasRows && activeIndex >= 0 ? rowId(activeIndex) : undefined}
        placeholder={t().searchHint}
        autocomplete="off"
        autocapitalize="off"
        enterkeyhint="search"
        spellcheck={false}
        maxLength={MAX_QUERY_LENGTH}
        value={question.query}
        {...selection}
        onInput={({ currentTarget: { value } }) =>
          dispatch({ kind: 'type', text: value, isShown: true })
        }
        onPaste={(event) => pasteLines(event, (text) => dispatch({ kind: 'type', text }))}
        onKeyDown={keys.onKeyDown}
      />
      {question.query !== '' && (
        <button
          type="button"
          class="icon clear"
          // Escape does the same.
          tabIndex={-1}
          aria-label={t().clearSearch}
          onClick={() => keys.searchFor('')}
        >
          ×
        </button>
      )}
    </div>
  );
}

/** Handlers that select the text of a field when it is entered by a tap, where that is wanted. */
export function useSelectionOnEntry(isWanted: boolean) {
  const isEntered = useRef(false);
  // In some browsers, a tap on a button does not move the focus.
  useLayoutEffect(() => {
    isEntered.current ||= isWanted;
  }, [isWanted]);
  return {
    onFocus: () => {
      isEntered.current = true;
    },
    onClick: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      // Not on focus: the caret that a tap sets comes after it.
      if (isWanted && isEntered.current) currentTarget.select();
      isEntered.current = false;
    },
  };
}

/** Lines are foods of a meal. A box of one line would run them together. */
function pasteLines(event: ClipboardEvent, onLines: (text: string) => void): void {
  const lines = (event.clipboardData?.getData('text/plain') ?? '').trim().split(/[\r\n]+/);
  if (lines.length < 2) return;
  event.preventDefault();
  onLines(lines.join('; '));
}
