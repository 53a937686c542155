import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { amountWords, isSameRow, type Portion } from './foods/plate.ts';
import { loadAmountReader } from './foods/search-criteria.ts';
import { currentLanguage, LANGUAGES, switchLanguage, t } from './languages/language.ts';
import { NOTHING, toFragment } from './page/address.ts';
import { portionsOf } from './page/page-state.ts';
import { WRITE_DELAY_MS } from './page/page-store.ts';
import { type Page, usePage } from './page/use-page.ts';
import { shareOrCopy, useCopy } from './parts/copy-link.tsx';
import { lazy, nothing } from './parts/lazy.tsx';
import { Boundary } from './parts/message.tsx';
import { mount } from './parts/mount.tsx';
import { keepFragment, PageHeader } from './parts/page-header.tsx';
import { useMedia, usePrinting } from './parts/use-media.ts';
import { PlatePanel } from './plate/plate-panel.tsx';
import { Results } from './search/results.tsx';
import { SearchBox } from './search/search-box.tsx';
import { loadInterpretation } from './search/search-message.tsx';
import { useSearchKeys } from './search/use-search-keys.ts';
import type { PageConfiguration } from './service/page-server.ts';

// The layout of the main page, including the width at which search and plate fit side by side. Sets
// the tab's title.

/**
 * A screen with no room for the plate beside the search. `base.css` and `search.css` use the same
 * width.
 */
const NARROW = '(max-width: 64rem)';

/** The site's name in titles. */
const SITE = 'Food Lookup';

const FoodView = lazy(() => import('./food/food-view.tsx'), 'FoodView');
const CompareView = lazy(() => import('./food/compare-view.tsx'), 'CompareView');
const WeekView = lazy(() => import('./week/week-view.tsx'), 'WeekView');
const NarrowPlate = lazy(() => import('./plate/narrow-plate.tsx'), 'NarrowPlate', nothing);
const CompareTray = lazy(() => import('./search/compare-tray.tsx'), 'CompareTray', nothing);
const Toast = lazy(() => import('./plate/toast.tsx'), 'Toast', nothing);

/** The main page: the search or another view, and the plate. */
export function FoodsPage({ apiUrl }: PageConfiguration) {
  const page = usePage(apiUrl, loadInterpretation);
  const { state, dispatch } = page;
  const { view, added, tray } = state;
  const portions = portionsOf(state);
  const keys = useSearchKeys(page);
  // The food view and the comparison have wide tables that need the full width.
  const isNarrow = useMedia(NARROW) || view.kind === 'food' || view.kind === 'compare';
  const isSheetOpen = isNarrow && state.isSheetOpen;
  const isPrinting = usePrinting();
  const [copied, copyLink] = usePlateLink(portions);

  useEffect(() => {
    const write = async () => {
      // Other titles need strings that are loaded with other parts of the page.
      const subject =
        view.kind === 'search' && view.group === undefined
          ? view.query
          : (await import('./page/page-title.ts')).subjectOf(page.store.state);
      document.title = subject === '' ? SITE : `${subject} · ${SITE}`;
    };
    const timer = setTimeout(() => write().catch(() => {}), WRITE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [view, state.rows, state.schema]);

  // The focused element may be gone, such as the link that led here or the header of a sorted
  // table.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }, [view, state.search, state.rows]);

  const addedPortion = portions.find((row) => added !== undefined && isSameRow(row, added));
  const said = addedPortion && t().added(addedPortion.food.description, amountWords(addedPortion));
  const keepSearching = () => dispatch({ kind: 'show', view: NOTHING });
  const platePanel = (
    <Boundary about={[portions]} onContinue={keepSearching}>
      <PlatePanel page={page} isPrinting={isPrinting} onCopyLink={copyLink} copied={copied} />
    </Boundary>
  );

  const toast = (
    <div class="toast spread" role="status">
      {state.notice && <Toast page={page} notice={state.notice} />}
    </div>
  );

  return (
    <>
      <PageHeader />
      <main class="foods stack">
        {view.kind === 'search' && (
          <h1 class="unseen" tabIndex={-1}>
            {t().pageTitle}
          </h1>
        )}
        <search>
          <SearchBox page={page} keys={keys} />
          {/* Until the search ends, the old results are still shown, and may break again. */}
          <Boundary about={[view, state.search]} onContinue={keepSearching}>
            {view.kind === 'search' ? <Results page={page} keys={keys} /> : viewOf(page)}
          </Boundary>
        </search>
        {(!isNarrow || isPrinting) && <div class="plate-column">{platePanel}</div>}
        <p class="unseen" role="status">
          {isNarrow && copied !== '' ? copied : said}
        </p>
      </main>
      {isNarrow && (
        <NarrowPlate page={page} said={copied}>
          {!isPrinting && platePanel}
          {isSheetOpen && toast}
        </NarrowPlate>
      )}
      <footer class="page-footer">
        <p class="keys note" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t().keys.choose} <kbd>Enter</kbd> {t().keys.add} <kbd>Shift Enter</kbd>{' '}
          {t().keys.open} <kbd>Alt Enter</kbd> {t().keys.compare} <kbd>Esc</kbd> {t().keys.clear}
        </p>
        <p class="note">
          {t().disclaimer}{' '}
          <a href="lab.html" onClick={keepFragment}>
            {t().labName}
          </a>{' '}
          <select
            class="language"
            aria-label={t().language}
            value={currentLanguage()}
            onChange={({ currentTarget }) => switchLanguage(currentTarget.value)}
          >
            {Object.entries(LANGUAGES).map(([language, name]) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </select>
        </p>
        {state.schema.licenses.map(({ url, title }) => (
          <p class="note" key={url}>
            <a href={url}>{title}</a>
          </p>
        ))}
      </footer>
      {!isSheetOpen && toast}
      {tray.length > 0 && view.kind !== 'compare' && <CompareTray page={page} />}
    </>
  );
}

/** Returns the view shown in place of the results, if any. */
function viewOf(page: Page): ComponentChildren {
  const { view } = page.state;
  if (view.kind === 'food')
    return <FoodView key={view.id} page={page} id={view.id} amount={view.amount} />;
  if (view.kind === 'compare') return <CompareView page={page} ids={view.ids} />;
  return view.kind === 'week' && <WeekView page={page} column={view.column} />;
}

/**
 * Copies a plate's link by shortcut. Returns a message with the outcome, and the button's action.
 */
function usePlateLink(
  portions: readonly Portion[],
): readonly [said: string, copyLink: () => Promise<void>] {
  const [said, copy] = useCopy(portions);
  const link = () => new URL(`#${toFragment(NOTHING, portions)}`, location.href).href;
  // This is a layout effect, so that even the next key press copies the plate that is on the
  // screen.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && portions.length > 0)
        copy(link(), t().linkCopied);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
  return [said, () => shareOrCopy(link(), copy)];
}

// A search in the URL may contain an amount.
void mount(FoodsPage, location.hash.length > 1 ? loadAmountReader() : undefined);
