import { type Food, NUTRIENTS } from '../food.ts';
import { gramsText, kcalText } from '../number-text.ts';
import { MarkedText } from './marked-text.tsx';
import type { Answer } from './search-session.ts';

export const RESULTS_ID = 'results';
export const rowId = (index: number) => `${RESULTS_ID}-${index}`;

interface ResultsTableProps {
  readonly answer: Answer;
  /** Whether a newer answer is on its way. */
  readonly isBusy: boolean;
  /** The row that the keys stand on; none: -1. */
  readonly activeIndex: number;
  readonly onAdd: (food: Food) => void;
}

/**
 * The foods found, as the grid that the search box leads through (ARIA's combobox with a grid). All
 * roles are written out, since a table that CSS lays out anew, as on a phone, loses its own.
 */
export function ResultsTable({ answer, isBusy, activeIndex, onAdd }: ResultsTableProps) {
  return (
    <table class="results" id={RESULTS_ID} role="grid" aria-label="Foods" aria-busy={isBusy}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Food <small>values per 100 g</small>
          </th>
          <th role="columnheader" scope="col">
            kcal
          </th>
          <th role="columnheader" scope="col">
            Protein <small>g</small>
          </th>
          <th role="columnheader" scope="col">
            Fat <small>g</small>
          </th>
          <th role="columnheader" scope="col">
            Carbs <small>g</small>
          </th>
          <th role="columnheader" scope="col">
            <span class="unseen">Plate</span>
          </th>
        </tr>
      </thead>
      {/* Rows of another answer are other rows: to reuse them would be to move them. */}
      <tbody role="rowgroup" key={`${answer.match} ${answer.query}`}>
        {answer.foods.map((food, index) => (
          <tr
            key={rowId(index)}
            id={rowId(index)}
            role="row"
            aria-selected={index === activeIndex}
            class={index === activeIndex ? 'active' : undefined}
          >
            <td role="gridcell">
              <MarkedText text={food.description} query={answer.query} match={answer.match} />
            </td>
            {NUTRIENTS.map((nutrient) => (
              <td role="gridcell" key={nutrient}>
                {nutrient === 'kcal' ? kcalText(food.kcal) : gramsText(food[nutrient])}
              </td>
            ))}
            <td role="gridcell">
              <button
                type="button"
                class="add"
                tabIndex={-1}
                aria-label={`Add ${food.description}`}
                onClick={() => onAdd(food)}
              >
                +
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
