import { useState } from 'preact/hooks';
import { type Food, type FoodRow, ownValue, toFood } from '../foods/food.ts';
import {
  groupsOf,
  isLimit,
  type Nutrient,
  nutrientsIn,
  nutrientsOf,
  nutrientText,
  nutrientTexts,
  nutrientTitle,
} from '../foods/nutrients.ts';
import { amountWords, valueIn } from '../foods/plate.ts';
import { servingOf } from '../foods/usual-amount.ts';
import { percentText, t } from '../languages/language.ts';
import type { PageState } from '../page/page-state.ts';
import { type Page, useRows } from '../page/use-page.ts';
import { BasisChoice, Button } from '../parts/controls.tsx';
import { CopyThisLink } from '../parts/copy-link.tsx';
import { FoodLink } from '../parts/food-link.tsx';
import { Message } from '../parts/message.tsx';
import { ViewFrame } from '../parts/view-frame.tsx';
import { foodKey } from '../storage/saved-data.ts';
import { foodTexts } from './food-texts.ts';

// The view that compares foods side by side. Decides which values count as alike, and which is
// highlighted as the highest.

interface CompareViewProps {
  readonly page: Page;
  readonly ids: readonly string[];
}

/**
 * Shows foods side by side. Bars in the cells show at a glance which food has more, and by how
 * much.
 */
export function CompareView({ page, ids }: CompareViewProps) {
  const { state } = page;
  const request = useRows(page, ids);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const [hasMore, setMore] = useState(false);
  const rows = ids.map((id) => state.rows.get(id)).filter((row) => row !== undefined);
  const columns = rows.map((row) => columnOf(row, state));
  const unknown = ids.filter((id) => state.rows.has(id) && state.rows.get(id) === undefined);
  const isBusy = ids.some((id) => !state.rows.has(id));

  return (
    <ViewFrame class="compare-view" page={page} request={request} isBusy={isBusy}>
      {unknown.length > 0 && (
        <Message title={foodTexts().noSuchFood(unknown.join(', '))}>
          <p>{foodTexts().noSuchFoodHint}</p>
        </Message>
      )}
      {columns.length > 0 && !isBusy && (
        <article aria-labelledby="compare-title">
          <header>
            <h1 id="compare-title" tabIndex={-1}>
              {foodTexts().compareTitle(columns.length)}
            </h1>
            <CopyThisLink />
          </header>
          <div class="results-tools actions">
            <BasisChoice page={page} />
            {checkbox(foodTexts().onlyDifferent, onlyDifferent, setOnlyDifferent)}
            {checkbox(foodTexts().allForms, hasMore, setMore)}
          </div>
          <CompareTable {...{ page, ids, columns, onlyDifferent, hasMore }} />
          <p class="note">
            {foodTexts().compareLegend} {nutrientTexts().dailyValuesAre} {foodTexts().missingMeans}
          </p>
        </article>
      )}
    </ViewFrame>
  );
}

function checkbox(text: string, isOn: boolean, onChange: (isOn: boolean) => void) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />{' '}
      {text}
    </label>
  );
}

/** A food to compare, its amount, and its nutrients per 100 g. */
type CompareColumn = ReturnType<typeof columnOf>;

function columnOf(row: FoodRow, { schema, saved }: PageState) {
  const food = toFood(row, schema.key);
  const unitName = ownValue(saved.units, foodKey(food));
  const serving = servingOf(food, { basis: saved.basis, unitName });
  return { food, serving, nutrients: nutrientsIn(row, schema.columns) };
}

interface CompareTableProps extends CompareViewProps {
  readonly columns: readonly CompareColumn[];
  readonly onlyDifferent: boolean;
  readonly hasMore: boolean;
}

/** The table of values: a row per nutrient, a column per food. */
function CompareTable(props: CompareTableProps) {
  const { page, columns, onlyDifferent, hasMore } = props;
  const { saved, schema } = page.state;
  return (
    <table class="compare-table" role="table" style={{ '--foods': String(columns.length) }}>
      <CompareHead {...props} />
      {groupsOf(nutrientsOf(schema.columns))
        .filter(({ group }) => hasMore || group !== 'more')
        .map(({ group, title, members }) => (
          <tbody key={group} role="rowgroup">
            <tr role="row">
              <th scope="rowgroup" role="rowheader" colSpan={columns.length + 1}>
                {title}
              </th>
            </tr>
            {members.map((nutrient) => {
              const { name } = nutrient;
              const values = columns.map(({ nutrients, serving }) => {
                const { per100g = null } = nutrients.find((other) => other.name === name) ?? {};
                return valueIn(per100g, serving);
              });
              const daily = saved.goals[name] ?? nutrient.daily_value;
              return compareRow(nutrient, values, daily, onlyDifferent);
            })}
          </tbody>
        ))}
    </table>
  );
}

/** The table's header: the foods and their amounts. */
function CompareHead({ page, ids, columns }: CompareTableProps) {
  function remove(food: Food): void {
    const rest = ids.filter((id) => id !== food.id);
    const chosen = page.state.tray.find(({ id }) => id === food.id);
    if (chosen !== undefined) page.dispatch({ kind: 'compare', food: chosen });
    if (rest.length > 0) page.dispatch({ kind: 'show', view: { kind: 'compare', ids: rest } });
    else page.store.backToSearch();
  }

  return (
    <>
      <thead role="rowgroup">
        <tr role="row">
          <td role="cell" />
          {columns.map(({ food, serving }, i) => (
            <th scope="col" role="columnheader" key={food.id}>
              <b aria-hidden="true">{LETTERS[i]}</b>
              <FoodLink food={food} store={page.store}>
                {food.description}
              </FoodLink>
              <small>{amountWords(serving)}</small>
              <Button
                class="icon remove"
                aria-label={t().removeFood(food.description)}
                onClick={() => remove(food)}
              >
                ×
              </Button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody class="letters" aria-hidden="true">
        <tr>
          {columns.map(({ food }, i) => (
            <td key={food.id}>{LETTERS[i]}</td>
          ))}
        </tr>
      </tbody>
    </>
  );
}

/**
 * Letters stand for the foods if there is no room for their names above the values, as on a phone.
 */
const LETTERS = 'ABCD';

/** Known values count as alike if each is at least this fraction of the largest. */
const ALIKE = 0.9;

/** @param daily - the goal or daily value; `null` if there is neither */
function compareRow(
  nutrient: Nutrient,
  values: readonly (number | null)[],
  daily: number | null,
  onlyDifferent: boolean,
) {
  const known = values.filter((value) => value !== null);
  const max = Math.max(0, ...known);
  const isAlike = Math.min(...known) >= max * ALIKE;
  const isHidden = onlyDifferent && isAlike && known.length === values.length;
  if (known.length === 0 || isHidden) return null;
  return (
    <tr key={nutrient.name} role="row">
      <th scope="row" role="rowheader">
        {nutrientTitle(nutrient)}
      </th>
      {values.map((value, i) => (
        <td
          key={i}
          role="cell"
          class={!isAlike && value !== null && value === max && max > 0 ? 'most' : undefined}
        >
          {nutrientText(value, nutrient.unit)}{' '}
          {value !== null && daily !== null && <small>{percentText(value / daily)}</small>}
          <meter
            class={isLimit(nutrient.name) ? 'limit' : undefined}
            max={max || 1}
            value={value ?? 0}
            aria-hidden="true"
          />
        </td>
      ))}
    </tr>
  );
}
