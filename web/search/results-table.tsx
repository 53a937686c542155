import type { Ref } from 'preact';
import { type Food, NUTRIENTS, type Nutrient } from '../food.ts';
import { t } from '../languages/language.ts';
import { gramsText, kcalText } from '../languages/number-text.ts';
import { AmountEditor } from '../parts/amount-editor.tsx';
import { followHere } from '../parts/follow-here.ts';
import { amountWords } from '../plate/amount-words.ts';
import { type Amount, gramsOf, HUNDRED_GRAMS, type Portion } from '../plate/plate.ts';
import type { Line, SortColumn, Sorting } from './arrange-foods.ts';
import type { Needles } from './find-matches.ts';
import { MarkedText } from './marked-text.tsx';

export const RESULTS_ID = 'results';
export const rowId = (index: number) => `${RESULTS_ID}-${index}`;

/** What can be done with a food of the table. */
export interface RowActions {
  readonly onAdd: (food: Food) => void;
  readonly onAmount: (food: Food, amount: Amount) => void;
  readonly onCompare: (food: Food) => void;
  readonly onShow: (food: Food) => void;
  readonly onUnfold: (head: string) => void;
}

interface ResultsTableProps extends RowActions {
  readonly label: string;
  readonly lines: readonly Line[];
  /** Changes with the answer, whose rows are others. */
  readonly answerKey: string;
  readonly needles: Needles;
  /** Whether a newer answer is on its way. */
  readonly isBusy: boolean;
  /** The row that the keys are on; none: -1. */
  readonly activeIndex: number;
  readonly sorting: Sorting | undefined;
  readonly onSort: (column: SortColumn) => void;
  readonly isTotalFat: boolean;
  readonly canCompare: boolean;
  readonly servingOf: (food: Food) => Amount;
  /** Whether rows are for amounts of their own, not all for 100 g. */
  readonly isPerServing: boolean;
  readonly portionOf: (food: Food) => Portion | undefined;
  readonly isCompared: (food: Food) => boolean;
  /** The food added last: its amount can be set in its row. */
  readonly added: Food | undefined;
  readonly amountRef: Ref<HTMLInputElement>;
  readonly onAmountKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Foods as the grid that the search box leads through (ARIA's combobox with a grid). All roles are
 * written out, since a table that CSS lays out anew, as on a phone, loses its own.
 */
export function ResultsTable(props: ResultsTableProps) {
  const { label, lines, answerKey, isBusy, activeIndex, sorting, onSort, isTotalFat } = props;
  const header = (column: SortColumn, text: string, unit?: string) => (
    <th
      role="columnheader"
      scope="col"
      aria-sort={
        sorting?.by !== column ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
      }
    >
      <button type="button" tabIndex={-1} onClick={() => onSort(column)}>
        {text} {unit && <small>{unit}</small>}
      </button>
    </th>
  );
  return (
    // Rows of another answer are other rows: to reuse them would be to move them.
    <table
      key={answerKey}
      class="results"
      id={RESULTS_ID}
      role="grid"
      aria-label={label}
      aria-busy={isBusy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {header('description', t().food)}
          {header('kcal', 'kcal')}
          {header('protein', t().nutrients.protein, 'g')}
          {header('fat', isTotalFat ? t().totalFat : t().nutrients.fat, 'g')}
          {header('carbohydrate', t().nutrients.carbohydrate, 'g')}
          <th role="columnheader" scope="col">
            <span class="unseen">{t().plate}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line, index) =>
          line.kind === 'food' ? (
            <FoodRow
              key={rowId(index)}
              {...props}
              food={line.food}
              index={index}
              isActive={index === activeIndex}
            />
          ) : (
            <tr
              key={rowId(index)}
              id={rowId(index)}
              role="row"
              aria-selected={index === activeIndex}
              class={index === activeIndex ? 'more active' : 'more'}
            >
              <td role="gridcell" colSpan={6}>
                <button type="button" tabIndex={-1} onClick={() => props.onUnfold(line.head)}>
                  {t().moreOf(line.count, line.head)}
                </button>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface FoodRowProps extends ResultsTableProps {
  readonly food: Food;
  readonly index: number;
  readonly isActive: boolean;
}

function FoodRow({ food, index, isActive, ...props }: FoodRowProps) {
  const portion = props.portionOf(food);
  const isEdited = portion !== undefined && food === props.added;
  const isCompared = props.isCompared(food);
  const serving = props.servingOf(food);
  const share = gramsOf(serving) / gramsOf(HUNDRED_GRAMS);
  const valueText = (nutrient: Nutrient) => {
    const value = food[nutrient] === null ? null : food[nutrient] * share;
    return nutrient === 'kcal' ? kcalText(value) : gramsText(value);
  };
  const name = <MarkedText text={food.description} needles={props.needles} />;
  return (
    <tr
      id={rowId(index)}
      role="row"
      aria-selected={isActive}
      class={isActive ? 'active' : undefined}
    >
      <td role="gridcell">
        {food.id === null ? (
          name
        ) : (
          <a
            href={`#food=${encodeURIComponent(food.id)}`}
            tabIndex={-1}
            onClick={followHere(() => props.onShow(food))}
          >
            {name}
          </a>
        )}
        {props.isPerServing && <small>{amountWords(serving)}</small>}
        {isEdited ? (
          <span class="on-plate">
            <span>{t().onPlate}</span>
            <AmountEditor
              food={food}
              amount={portion}
              onAmount={(amount) => props.onAmount(food, amount)}
              inputRef={props.amountRef}
              onKeyDown={props.onAmountKeyDown}
            />
          </span>
        ) : (
          portion !== undefined && (
            <small class="on-plate">
              {t().onPlate} {amountWords(portion)}
            </small>
          )
        )}
      </td>
      {NUTRIENTS.map((nutrient) => (
        <td role="gridcell" key={nutrient}>
          {valueText(nutrient)}
        </td>
      ))}
      <td role="gridcell">
        {props.canCompare && food.id !== null && (
          <button
            type="button"
            class="compare"
            tabIndex={-1}
            aria-label={t().compareFood(food.description)}
            title={t().compare}
            aria-pressed={isCompared}
            onClick={() => props.onCompare(food)}
          >
            ⇄
          </button>
        )}
        <button
          type="button"
          class="add"
          tabIndex={-1}
          aria-label={t().addFood(food.description)}
          onClick={() => props.onAdd(food)}
        >
          +
        </button>
      </td>
    </tr>
  );
}
