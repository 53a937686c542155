import type { ComponentChildren } from 'preact';
import { NOTHING } from '../address.ts';
import type { Page } from '../page/use-page.ts';
import { Boundary } from '../parts/boundary.tsx';
import { Results } from './results.tsx';
import { SearchBox } from './search-box.tsx';
import { useSearchKeys } from './use-search-keys.ts';

// Puts together the search box and what it leads to.

interface SearchPanelProps {
  readonly page: Page;
  /** What is shown in place of the results: one food, or several side by side. */
  readonly instead: ComponentChildren;
}

/** The search box, and what it leads to. */
export function SearchPanel({ page, instead }: SearchPanelProps) {
  const { view } = page.state;
  const keys = useSearchKeys(page);
  return (
    <search class="search">
      <SearchBox page={page} keys={keys} />
      <Boundary about={view} onGoOn={() => page.dispatch({ kind: 'show', view: NOTHING })}>
        {view.kind === 'search' ? <Results page={page} keys={keys} /> : instead}
      </Boundary>
    </search>
  );
}
