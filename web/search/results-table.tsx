import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { type Column, columnOf, extraColumn, nextSort, readSorting } from '../foods/columns.ts';
import { ENERGY_SOURCES } from '../foods/plate.ts';
import { criteriaOf } from '../foods/search-criteria.ts';
import { t } from '../languages/language.ts';
import { expandActionOf, linesOf, shownAnswer, titleOfFoods } from '../page/shown-foods.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';
import { lazy } from '../parts/lazy.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import { contentOf, FoodRow } from './food-row.tsx';
import type { SearchPartProps } from './use-search-keys.ts';

// The table of results: its columns and headers, sorting, and keyboard navigation.

const NutrientName = lazy(
  () => import('./results-tools.tsx'),
  'NutrientName',
  ({ column }) => column.name,
);

export const RESULTS_ID = 'results';
export const rowId = (index: number) => `${RESULTS_ID}-${index}`;

/**
 * The foods, as the grid that the search box controls (an ARIA combobox). All roles are explicit,
 * since a table with a different CSS layout, as on a phone, loses its implicit ones.
 */
export function ResultsTable({ page, keys }: SearchPartProps) {
  const { state, store } = page;
  const { activeIndex } = state;
  const answer = shownAnswer(state);
  const lines = linesOf(state);
  // A different answer gets new rows.
  const answerKey = JSON.stringify(answer ? criteriaOf(answer) : '');
  const shown = useFirstRows(lines, answerKey);
  const firstKeys = useMemo(() => keys, [store]);
  // The selected row might not be rendered yet.
  const isDrawn = activeIndex < shown.length;
  useLayoutEffect(() => {
    if (activeIndex > 0)
      document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, isDrawn]);
  if (lines.length === 0) return null;
  const extra = answer && extraColumn(answer.sort, state.schema);
  return (
    // The rows of a different answer are new elements, since reused ones would appear to move.
    <table
      key={answerKey}
      class={extra === undefined ? 'results' : 'results with-extra'}
      id={RESULTS_ID}
      role="grid"
      aria-label={titleOfFoods(state)}
      aria-busy={answer !== undefined && state.search.kind !== 'found'}
    >
      <ColumnHeads page={page} extra={extra} />
      <tbody role="rowgroup">
        {shown.map((line, index) => {
          const isActive = index === activeIndex;
          // This row expands the branded foods with the same head.
          if (line.kind === 'more')
            return (
              <tr
                key={index}
                id={rowId(index)}
                role="row"
                aria-selected={isActive}
                class={isActive ? 'more active' : 'more'}
              >
                <td role="gridcell" colSpan={extra === undefined ? 6 : 7}>
                  <Button
                    class="link"
                    tabIndex={-1}
                    onClick={() => store.dispatch(expandActionOf(state, line.head))}
                  >
                    {t().moreOf(line.count, line.head)}
                  </Button>
                </td>
              </tr>
            );
          return (
            <FoodRow
              {...contentOf(state, line.food, extra && answer)}
              key={index}
              rowId={rowId(index)}
              isActive={isActive}
              food={line.food}
              answer={answer}
              store={store}
              keys={firstKeys}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Headers that sort by their columns. `extra` is shown only while foods are sorted by it. */
function ColumnHeads({ page, extra }: { readonly page: Page; readonly extra: Column | undefined }) {
  const { sort } = page.state.criteria;
  const sorting = readSorting(sort);
  const direction = sorting?.isDescending ? 'descending' : 'ascending';

  function header(column: string, title: ComponentChildren) {
    const onClick = () => page.dispatch({ kind: 'refine', by: { sort: nextSort(sort, column) } });
    const order = sorting?.column === column ? direction : 'none';
    return (
      <th key={column} role="columnheader" scope="col" aria-sort={order}>
        <Button tabIndex={-1} onClick={onClick}>
          {title}
        </Button>
      </th>
    );
  }

  return (
    <thead role="rowgroup">
      <tr role="row">
        {header('description', t().food)}
        {header('kcal', 'kcal')}
        {ENERGY_SOURCES.map((source) =>
          header(
            columnOf(source, page.state.schema.columns),
            <>
              <i class={source} />
              {t().nutrients[source]} <small>g</small>
            </>,
          ),
        )}
        {extra !== undefined && header(extra.name, <NutrientName column={extra} />)}
        <th role="columnheader" scope="col">
          <span class="unseen">{t().plate}</span>
        </th>
      </tr>
    </thead>
  );
}
