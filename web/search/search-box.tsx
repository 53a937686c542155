import { useLayoutEffect, useRef } from 'preact/hooks';
import { MAX_QUERY_LENGTH } from '../../src/search/limits.ts';
import { pastedLines } from '../foods/search-criteria.ts';
import { t } from '../languages/language.ts';
import { linesOf } from '../page/shown-foods.ts';
import { Button } from '../parts/controls.tsx';
import { RESULTS_ID, rowId } from './results-table.tsx';
import type { SearchPartProps } from './use-search-keys.ts';

// The search box: its input and clear button. Strings: languages/en.ts.

/** The search box, whose keys move through the results. */
export function SearchBox({ page, keys }: SearchPartProps) {
  const { state, dispatch } = page;
  const { criteria, activeIndex } = state;
  const hasRows = linesOf(state).length > 0;
  // Once a food has been added or chosen for comparison, tapping the box selects its text.
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
        value={criteria.query}
        {...selection}
        onInput={({ currentTarget: { value } }) =>
          dispatch({ kind: 'type', text: value, isShown: true })
        }
        onPaste={(event) => pasteLines(event, (text) => dispatch({ kind: 'type', text }))}
        onKeyDown={keys.onKeyDown}
      />
      {criteria.query !== '' && (
        <Button
          class="icon clear"
          // The button is not in the tab order, since Escape does the same.
          tabIndex={-1}
          aria-label={t().clearSearch}
          onClick={() => keys.searchFor('')}
        >
          ×
        </Button>
      )}
    </div>
  );
}

/** Returns handlers that, if `isWanted`, select a field's text when a tap focuses it. */
export function useSelectionOnEntry(isWanted: boolean) {
  const isEntered = useRef(false);
  // In some browsers, tapping a button leaves the focus in the field. The next tap on the field
  // then causes no focus event, but counts as entering it too.
  useLayoutEffect(() => {
    isEntered.current ||= isWanted;
  }, [isWanted]);
  return {
    onFocus: () => {
      isEntered.current = true;
    },
    onClick: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      // The text is not selected on focus, since the tap would set the caret afterward.
      if (isWanted && isEntered.current) currentTarget.select();
      isEntered.current = false;
    },
  };
}

/** Pastes several lines as the foods of a meal. A single-line input would join the lines. */
function pasteLines(event: ClipboardEvent, onLines: (text: string) => void): void {
  const lines = pastedLines(event.clipboardData?.getData('text/plain') ?? '');
  if (lines.length < 2) return;
  event.preventDefault();
  onLines(lines.join('; '));
}
