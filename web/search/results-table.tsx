import type { ComponentChildren, Ref } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Line } from '../foods/arrange-foods.ts';
import { type Column, columnOf, type Sorting } from '../foods/columns.ts';
import type { Food } from '../foods/food.ts';
import { ENERGY_SOURCES } from '../foods/totals.ts';
import { t } from '../languages/language.ts';
import { lazy } from '../parts/lazy.tsx';
import { useFirstRows } from '../parts/use-first-rows.ts';
import type { Answer } from '../service/search-session.ts';
import { FoodRow, type RowActions, type RowContent } from './food-row.tsx';

// The table of results: its columns and headers, sorting, and keyboard navigation.

const NutrientName = lazy(() =>
  import('./results-tools.tsx').then((module) => module.NutrientName),
);

export const RESULTS_ID = 'results';
export const rowId = (index: number) => `${RESULTS_ID}-${index}`;

interface ResultsTableProps {
  readonly label: string;
  readonly lines: readonly Line[];
  /** Changes whenever the rows are those of another answer. */
  readonly answerKey: string;
  /** The answer shown; `undefined` for starter foods. */
  readonly answer: Answer | undefined;
  /** Whether a newer answer is pending. */
  readonly isBusy: boolean;
  /** The row selected with the keyboard; -1 for none. */
  readonly activeIndex: number;
  readonly sorting: Sorting | undefined;
  readonly onSort: (column: string) => void;
  /** The columns that the service offers. */
  readonly columns: readonly Column[];
  /** A column shown only because the foods are sorted by it. */
  readonly extra: Column | undefined;
  readonly contentOf: (food: Food) => RowContent;
  readonly amountRef: Ref<HTMLInputElement>;
  /** Must be the same object on every render, so that rows do not rerender. */
  readonly actions: RowActions;
}

/**
 * The foods, as the grid of the search box (ARIA's combobox with a grid). All roles are explicit,
 * since a table with another CSS layout, as on a phone, loses its implicit ones.
 */
export function ResultsTable(props: ResultsTableProps) {
  const { label, lines, answerKey, isBusy, activeIndex, extra, actions } = props;
  const shown = useFirstRows(lines, answerKey);
  // The selected row may not be rendered yet.
  const isDrawn = activeIndex < shown.length;
  useLayoutEffect(() => {
    if (activeIndex > 0)
      document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, isDrawn]);
  return (
    // Rows of another answer are new elements: reused ones would appear to move.
    <table
      key={answerKey}
      class={extra === undefined ? 'results' : 'results with-extra'}
      id={RESULTS_ID}
      role="grid"
      aria-label={label}
      aria-busy={isBusy}
    >
      <ColumnHeads {...props} />
      <tbody role="rowgroup">
        {shown.map((line, index) => {
          const isActive = index === activeIndex;
          if (line.kind === 'more')
            return (
              <MoreRow
                key={rowId(index)}
                rowId={rowId(index)}
                line={line}
                isActive={isActive}
                hasExtra={extra !== undefined}
                onUnfold={actions.onUnfold}
              />
            );
          return (
            <FoodRow
              {...props.contentOf(line.food)}
              key={rowId(index)}
              rowId={rowId(index)}
              food={line.food}
              answer={props.answer}
              isActive={isActive}
              amountRef={props.amountRef}
              actions={actions}
            />
          );
        })}
      </tbody>
    </table>
  );
}

type ColumnHeadsProps = Pick<ResultsTableProps, 'sorting' | 'onSort' | 'columns' | 'extra'>;

function ColumnHeads(props: ColumnHeadsProps) {
  const { columns, extra } = props;
  return (
    <thead role="rowgroup">
      <tr role="row">
        <Header {...props} column="description">
          {t().food}
        </Header>
        <Header {...props} column="kcal">
          kcal
        </Header>
        {ENERGY_SOURCES.map((source) => (
          <Header {...props} key={source} column={columnOf(source, columns)}>
            <i class={source} />
            {t().nutrients[source]} <small>g</small>
          </Header>
        ))}
        {extra !== undefined && (
          <Header {...props} column={extra.name}>
            <NutrientName column={extra} />
          </Header>
        )}
        <th role="columnheader" scope="col">
          <span class="unseen">{t().plate}</span>
        </th>
      </tr>
    </thead>
  );
}

interface HeaderProps extends Pick<ResultsTableProps, 'sorting' | 'onSort'> {
  readonly column: string;
  readonly children: ComponentChildren;
}

/** A column header that sorts by its column. */
function Header({ column, sorting, onSort, children }: HeaderProps) {
  const direction = sorting?.isDescending ? 'descending' : 'ascending';
  return (
    <th role="columnheader" scope="col" aria-sort={sorting?.column === column ? direction : 'none'}>
      <button type="button" tabIndex={-1} onClick={() => onSort(column)}>
        {children}
      </button>
    </th>
  );
}

interface MoreRowProps {
  readonly rowId: string;
  readonly line: Extract<Line, { kind: 'more' }>;
  readonly isActive: boolean;
  readonly hasExtra: boolean;
  readonly onUnfold: (head: string) => void;
}

/** A row that expands the foods with the same head. */
function MoreRow({ rowId, line, isActive, hasExtra, onUnfold }: MoreRowProps) {
  return (
    <tr id={rowId} role="row" aria-selected={isActive} class={isActive ? 'more active' : 'more'}>
      <td role="gridcell" colSpan={hasExtra ? 7 : 6}>
        <button type="button" class="link" tabIndex={-1} onClick={() => onUnfold(line.head)}>
          {t().moreOf(line.count, line.head)}
        </button>
      </td>
    </tr>
  );
}
