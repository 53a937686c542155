import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { NOTHING, toFragment } from './address.ts';
import { t } from './languages/language.ts';
import { plateOf } from './page/page-state.ts';
import { type Page, usePage } from './page/use-page.ts';
import type { PageConfiguration } from './page-configuration.ts';
import { keepFragment, PageHeader } from './page-header.tsx';
import { Boundary } from './parts/boundary.tsx';
import { useCopy } from './parts/copy.ts';
import { lazy } from './parts/lazy.tsx';
import { useMedia } from './parts/use-media.ts';
import { usePrinting } from './parts/use-printing.ts';
import { amountWords } from './plate/amount-words.ts';
import { passOn } from './plate/copy-link.tsx';
import type { Portion } from './plate/plate.ts';
import { PlatePanel } from './plate/plate-panel.tsx';
import { SearchPanel } from './search/search-panel.tsx';

// The layout of the page: from which width search and plate stand side by side; the title of its
// tab.

/** Below this there is no room for the plate beside the search (`search.css` and `sheet.css` have it too). */
const NARROW = '(max-width: 64rem)';

const FoodView = lazy(() => import('./food/food-view.tsx').then((module) => module.FoodView));
const CompareView = lazy(() =>
  import('./food/compare-view.tsx').then((module) => module.CompareView),
);
const WeekView = lazy(() => import('./week/week-view.tsx').then((module) => module.WeekView));
const NarrowPlate = lazy(() =>
  import('./plate/narrow-plate.tsx').then((module) => module.NarrowPlate),
);
const CompareTray = lazy(() =>
  import('./search/compare-tray.tsx').then((module) => module.CompareTray),
);

/** The page: a search, one food or several side by side, and a plate. */
export function FoodsPage({ apiUrl }: PageConfiguration) {
  const page = usePage(apiUrl);
  const { state, dispatch } = page;
  const { view, added, tray } = state;
  const { portions } = plateOf(state);
  const isNarrow = useMedia(NARROW);
  const isPrinting = usePrinting();
  const [copied, copyLink] = usePlateLink(portions);

  useEffect(() => {
    // The name of a group is another in each language: its heading knows it.
    if (view.kind !== 'search' || (view.query === '' && view.group !== undefined)) return;
    document.title = view.query === '' ? 'Food Lookup' : `${view.query} · Food Lookup`;
  }, [view]);

  const addedPortion = portions.find(({ food }) => food === added);
  const said = addedPortion && t().added(addedPortion.food.description, amountWords(addedPortion));
  const goOn = () => dispatch({ kind: 'show', view: NOTHING });
  const platePanel = (
    <Boundary about={portions} onGoOn={goOn}>
      <PlatePanel page={page} isPrinting={isPrinting} onCopyLink={copyLink} copied={copied} />
    </Boundary>
  );

  return (
    <>
      <PageHeader />
      <main class="foods">
        {view.kind === 'search' && <h1 class="unseen">{t().pageTitle}</h1>}
        <SearchPanel page={page} instead={viewOf(page)} />
        {(!isNarrow || isPrinting) && <div class="plate-column">{platePanel}</div>}
        <p class="unseen" role="status">
          {isNarrow && copied !== '' ? copied : said}
        </p>
      </main>
      {isNarrow && (
        <NarrowPlate page={page} said={copied}>
          {!isPrinting && platePanel}
        </NarrowPlate>
      )}
      <footer class="page-footer">
        <p class="note">
          {t().disclaimer}{' '}
          <a href="lab.html" onClick={keepFragment}>
            {t().lab.name}
          </a>
        </p>
      </footer>
      {tray.length > 0 && view.kind !== 'compare' && <CompareTray page={page} />}
    </>
  );
}

/** What is shown in place of the results. */
function viewOf(page: Page): ComponentChildren {
  const { view } = page.state;
  if (view.kind === 'food') return <FoodView page={page} id={view.id} amount={view.amount} />;
  if (view.kind === 'compare') return <CompareView page={page} ids={view.ids} />;
  return view.kind === 'week' && <WeekView page={page} column={view.column} />;
}

/** Copies the link of a plate, also by keys, and says in words what became of it. */
function usePlateLink(
  portions: readonly Portion[],
): readonly [said: string, copyLink: () => Promise<void>] {
  const [said, copy] = useCopy(portions);
  const link = () => new URL(`#${toFragment(NOTHING, portions)}`, location.href).href;
  // Before the next key: the plate that is copied is the one on the screen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && portions.length > 0)
        copy(link(), t().linkCopied);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return [said, () => passOn(link(), copy)];
}
