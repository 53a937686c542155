import { useState } from 'preact/hooks';
import { type Food, type FoodRow, ownValue } from '../foods/food.ts';
import {
  groupsOf,
  type NutrientValue,
  nutrientsIn,
  nutrientText,
  nutrientTexts,
  nutrientTitle,
} from '../foods/nutrients.ts';
import { type Amount, shortText, totalsOf, valueIn } from '../foods/plate.ts';
import { readShortText } from '../foods/typed-amount.ts';
import { servingOf } from '../foods/usual-amount.ts';
import { percentText, t } from '../languages/language.ts';
import { isCompared } from '../page/page-state.ts';
import { foodOf } from '../page/shown-foods.ts';
import { type Page, useRows } from '../page/use-page.ts';
import { AmountEditor } from '../parts/amount-editor.tsx';
import { Button, TableHead } from '../parts/controls.tsx';
import { CopyThisLink, useCopy } from '../parts/copy-link.tsx';
import { EnergyChart } from '../parts/energy-chart.tsx';
import { Message } from '../parts/message.tsx';
import { ViewFrame } from '../parts/view-frame.tsx';
import { foodKey, isFavorite } from '../storage/saved-data.ts';
import { foodTexts } from './food-texts.ts';
import { NutritionLabel } from './nutrition-label.tsx';

// The view of one food: its nutrients for an amount, the favorite button, the source.

interface FoodViewProps {
  readonly page: Page;
  readonly id: string;
  /** The amount in the URL; if it is missing or unreadable, the usual amount is shown. */
  readonly amount: string | undefined;
}

/** Shows everything known about one food, for an amount that can be changed. */
export function FoodView(props: FoodViewProps) {
  const { page, id } = props;
  const { rows } = page.state;
  const request = useRows(page, [id]);
  const food = foodOf(page.state, id);
  return (
    <ViewFrame class="food-view" page={page} request={request} isBusy={!rows.has(id)}>
      {food === undefined && rows.has(id) && (
        <Message title={foodTexts().noSuchFood(id)}>
          <p>{foodTexts().noSuchFoodHint}</p>
        </Message>
      )}
      {food && <FoodSheet {...props} food={food} />}
    </ViewFrame>
  );
}

/** @param food - has the name and the main values, which are known before the row is looked up */
function FoodSheet({ page, id, amount: asked, food }: FoodViewProps & { readonly food: Food }) {
  const { state, dispatch } = page;
  const { schema, saved, rows } = state;
  const isFavored = isFavorite(saved, food);
  const row = rows.get(id);
  // Keeps the unit from when the food was opened, since adding the food to the plate would change
  // the usual unit.
  const [unitName] = useState(ownValue(saved.units, foodKey(food)));
  const usual = servingOf(food, { basis: 'portion', unitName });
  const amount = (asked && readShortText(asked, food.measures)) || usual;
  const nutrients = row === undefined ? [] : nutrientsIn(row, schema.columns);
  const groups = groupsOf(nutrients);
  const more = groups.find(({ group }) => group === 'more');
  const shared = { amount, goals: saved.goals };

  return (
    <article class="food" aria-labelledby="food-name">
      <header>
        <h1 id="food-name" tabIndex={-1}>
          {food.description}
        </h1>
        <CopyThisLink />
      </header>
      <div class="food-actions actions">
        <AmountEditor
          food={food}
          amount={amount}
          onAmount={(next) => page.store.showFood(food, shortText(next))}
          onSearch={(text) => dispatch({ kind: 'type', text })}
        />
        <Button
          class="primary"
          onClick={() => dispatch({ kind: 'plate/add', portions: [{ food, ...amount }] })}
        >
          {foodTexts().addToPlate}
        </Button>
        <Button
          aria-pressed={isFavored}
          aria-label={foodTexts().favorite}
          title={foodTexts().favorite}
          onClick={() => dispatch({ kind: 'favorite', food })}
        >
          {isFavored ? '★' : '☆'}
        </Button>
        <Button
          aria-pressed={isCompared(page.state, food)}
          onClick={() => dispatch({ kind: 'compare', food })}
        >
          {t().compare}
        </Button>
      </div>
      <div class="food-columns">
        <section class="food-energy">
          <h2>{foodTexts().energySources}</h2>
          <EnergyChart totals={totalsOf([{ food, ...amount }])} />
        </section>
        {row && <NutritionLabel nutrients={nutrients} amount={amount} />}
        <div class="food-nutrients">
          {groups
            .filter((one) => one !== more)
            .map(({ group, title, members }) => (
              <NutrientTable key={group} title={title} nutrients={members} {...shared} />
            ))}
          {more && (
            <details>
              <summary>{more.title}</summary>
              <NutrientTable title={foodTexts().allForms} nutrients={more.members} {...shared} />
            </details>
          )}
        </div>
      </div>
      {row && (
        <footer class="food-source stack note">
          <p>
            {nutrientTexts().dailyValuesAre} {foodTexts().missingMeans}
          </p>
          <p>{foodTexts()[schema.key === 'ndb_no' ? 'sourceUsda' : 'sourceTable'](id)}</p>
          <CopyAs url={page.service.foodUrl(id, schema)} row={row} />
        </footer>
      )}
    </article>
  );
}

interface NutrientTableProps {
  readonly title: string;
  readonly nutrients: readonly NutrientValue[];
  readonly amount: Amount;
  readonly goals: Readonly<Record<string, number>>;
}

/** The nutrients of one group, for the amount and per 100 g. */
function NutrientTable({ title, nutrients, amount, goals }: NutrientTableProps) {
  return (
    <table class="nutrients">
      <caption>{title}</caption>
      <TableHead
        class="note"
        titles={[
          t().nutrient,
          t().amount,
          t().per100g,
          <abbr title={foodTexts().label.dailyValue}>{nutrientTexts().dailyShare}</abbr>,
        ]}
      />
      <tbody>
        {nutrients.map((nutrient) => {
          const { name, unit, per100g, daily_value } = nutrient;
          const daily = goals[name] ?? daily_value;
          const value = valueIn(per100g, amount);
          return (
            <tr key={name}>
              <th scope="row">{nutrientTitle(nutrient)}</th>
              <td>{nutrientText(value, unit)}</td>
              <td>{nutrientText(per100g, unit)}</td>
              <td>{value !== null && daily !== null && percentText(value / daily)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Buttons that copy code to request the food from the API, or the food's JSON. */
function CopyAs({ url, row }: { readonly url: string; readonly row: FoodRow }) {
  const [said, copy] = useCopy();
  const button = (what: string, text: string) => (
    <Button onClick={() => copy(text, t().copied(what))}>{what}</Button>
  );
  return (
    <p class="actions copy-as">
      <span>{foodTexts().copyAs}</span>
      {button('curl', `curl '${url.replaceAll("'", '%27')}'`)}
      {button(
        'fetch',
        `const response = await fetch(${JSON.stringify(url)});\nconst food = await response.json();\n`,
      )}
      {button('JSON', `${JSON.stringify(row, null, 2)}\n`)}
      <span role="status">{said}</span>
    </p>
  );
}
