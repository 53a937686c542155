import { vi } from 'vitest';
import type { Food } from '../foods/food.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import type { Page } from '../page/use-page.ts';
import { FAKE_DOCUMENT } from '../parts/render.case.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import type { Answer } from '../service/search-session.ts';
import { Results } from './results.tsx';
import { SearchBox } from './search-box.tsx';
import { loadInterpretation } from './search-message.tsx';
import { useSearchKeys } from './use-search-keys.ts';

// Shows the search and its results.

function Panel({ page }: { readonly page: Page }) {
  const keys = useSearchKeys(page);
  return (
    <>
      <SearchBox page={page} keys={keys} />
      <Results page={page} keys={keys} />
    </>
  );
}

const CUP = { count: 1, name: 'cup', grams: 240 };
export const MILK = foodOf('Milk, whole', { id: '1', measures: [CUP] });
export const SALT = foodOf('Milk salt', {
  id: '2',
  kcal: 0,
  protein: null,
  fat: 0,
  carbohydrate: 0,
});
export const SHAKE = foodOf('Shake, without a key');
const GROUPS = [
  { value: 'Beverages', count: 1200 },
  { value: 'Other foods', count: 2 },
];

/** Shows the search box and what is below it. */
export async function searched(at = '', screenHeight = 1000) {
  const scrolls: object[] = [];
  vi.stubGlobal('innerHeight', screenHeight);
  vi.stubGlobal('scrollTo', (options: object) => void scrolls.push(options));
  const service = { groups: async () => GROUPS };
  // An answer is explained only if the component that explains it was loaded before.
  await loadInterpretation();
  const shown = shownPage((page) => <Panel page={page} />, { at, service });
  await shown.settle();
  const { store, view } = shown;
  /** Shows these foods as the answer. */
  const find = (foods: readonly Food[], more: Partial<Answer> = {}) => {
    const answer = { ...store.state.criteria, foods, readings: [], extra: new Map() };
    store.dispatch({
      kind: 'search',
      search: { kind: 'found', ...answer, total: undefined, ...more },
    });
    return shown.settle();
  };
  const [box] = view.all('input');
  if (box === undefined) throw new Error('There is no search box.');
  const key = (key: string, event: object = {}) => {
    let isHandled = false;
    const preventDefault = () => {
      isHandled = true;
    };
    box.fire('keydown', { key, ...event, preventDefault });
    return isHandled;
  };
  /** The labels of the focused element and the selected one. */
  const focused = () =>
    [FAKE_DOCUMENT.activeElement, FAKE_DOCUMENT.selected].map((node) =>
      node?.shown.get('aria-label'),
    );
  return { ...shown, find, box, key, scrolls, focused };
}
