import { useEffect, useState } from 'preact/hooks';
import { type Food, type FoodRow, toFood } from '../food.ts';
import { foodKey, isFavorite } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { percentText } from '../languages/number-text.ts';
import { GRAM } from '../measure.ts';
import { isCompared, showFood } from '../page/navigate.ts';
import type { Page } from '../page/use-page.ts';
import { AmountEditor } from '../parts/amount-editor.tsx';
import { Message } from '../parts/message.tsx';
import { CopyThisLink } from '../plate/copy-link.tsx';
import { EnergyChart } from '../plate/energy-chart.tsx';
import { type Amount, gramsOf, HUNDRED_GRAMS, shortText } from '../plate/plate.ts';
import { totalsOf } from '../plate/totals.ts';
import { readAmount, servingOf } from '../search/serving.ts';
import { CopyAs } from './copy-as.tsx';
import { foodTexts } from './food-texts.ts';
import { LookedUp } from './looked-up.tsx';
import { nutrientTexts } from './nutrient-texts.ts';
import { inGroup, NUTRIENT_GROUPS, nutrientsIn, nutrientText } from './nutrients.ts';
import { NutritionLabel } from './nutrition-label.tsx';
import { useFoods } from './use-foods.ts';

// The view of one food: its values for an amount, favorite, source.

interface FoodViewProps {
  readonly page: Page;
  readonly id: string;
  /** The amount that it is shown for; without one that can be read, it is the usual. */
  readonly amount: string | undefined;
}

/** One food and all that is known of it, for an amount of one's choice. */
export function FoodView({ page, id, amount }: FoodViewProps) {
  const { service, apiUrl, state } = page;
  const { lookUp, retry } = useFoods(service, apiUrl, [id]);
  const [row] = lookUp.kind === 'found' ? lookUp.rows : [];
  return (
    <LookedUp class="food-view" page={page} lookUp={lookUp} onRetry={retry}>
      {lookUp.kind === 'found' && row === undefined && (
        <Message title={foodTexts().noSuchFood(id)}>
          <p>{foodTexts().noSuchFoodHint}</p>
        </Message>
      )}
      {row !== undefined && (
        <FoodSheet
          key={id}
          page={page}
          row={row}
          food={toFood(row, state.offer.key)}
          asked={amount}
        />
      )}
    </LookedUp>
  );
}

interface FoodSheetProps {
  readonly page: Page;
  readonly row: FoodRow;
  readonly food: Food;
  /** The amount that the address says. */
  readonly asked: string | undefined;
}

function FoodSheet({ page, row, food, asked }: FoodSheetProps) {
  const { state, dispatch, service } = page;
  const { offer, kept } = state;
  // As it was when the food was opened: what is added later changes what is usual.
  const [usual] = useState(() =>
    servingOf(food, {
      basis: 'portion',
      quantity: undefined,
      unitName: kept.units[foodKey(food)],
    }),
  );
  const amount = (asked && readAmount(asked, GRAM, food.measures)) || usual;
  const nutrients = nutrientsIn(row, offer.columns);
  const { description } = food;
  const setAmount = (next: Amount) => showFood(page, food, shortText(next));

  useEffect(() => {
    document.title = `${description} · Food Lookup`;
  }, [description]);

  return (
    <article class="food" aria-labelledby="food-name">
      <header>
        <h1 id="food-name">{description}</h1>
        <CopyThisLink />
      </header>
      <div class="food-actions">
        <AmountEditor
          food={food}
          amount={amount}
          onAmount={setAmount}
          onSearch={(text) => dispatch({ kind: 'type', text })}
        />
        <button
          type="button"
          class="primary"
          onClick={() => dispatch({ kind: 'plate/add', portions: [{ food, ...amount }] })}
        >
          {foodTexts().addToPlate}
        </button>
        <button
          type="button"
          aria-pressed={isFavorite(kept, food)}
          aria-label={foodTexts().favorite}
          title={foodTexts().favorite}
          onClick={() => dispatch({ kind: 'favorite', food })}
        >
          {isFavorite(kept, food) ? '★' : '☆'}
        </button>
        <button
          type="button"
          aria-pressed={isCompared(page, food)}
          onClick={() => dispatch({ kind: 'compare', food })}
        >
          {t().compare}
        </button>
      </div>
      <div class="food-columns">
        <section class="food-energy">
          <h2>{foodTexts().energySources}</h2>
          <EnergyChart totals={totalsOf([{ food, ...amount }])} />
        </section>
        {nutrients.length > 0 && <NutritionLabel nutrients={nutrients} amount={amount} />}
        <div class="food-nutrients">
          {NUTRIENT_GROUPS.map((group) => {
            const members = inGroup(nutrients, group);
            if (members.length === 0) return null;
            return (
              <table class="nutrients" key={group}>
                <caption>{nutrientTexts().nutrientGroups[group]}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t().nutrient}</th>
                    <th scope="col">{t().amount}</th>
                    <th scope="col">{t().per100g}</th>
                    <th scope="col">
                      <abbr title={foodTexts().label.dailyValue}>{nutrientTexts().dailyShare}</abbr>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {members.map(({ name, title, unit, per100g, daily_value: dailyValue }) => {
                    const value =
                      per100g === null
                        ? null
                        : (per100g * gramsOf(amount)) / gramsOf(HUNDRED_GRAMS);
                    return (
                      <tr key={name}>
                        <th scope="row">{nutrientTexts().nutrientTitles[name] ?? title}</th>
                        <td>{nutrientText(value, unit)}</td>
                        <td>{nutrientText(per100g, unit)}</td>
                        <td>
                          {value !== null && dailyValue !== null && percentText(value / dailyValue)}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            );
          })}
        </div>
      </div>
      <footer class="food-source note">
        <p>{foodTexts().missingMeans}</p>
        <p>
          {offer.key === 'ndb_no'
            ? foodTexts().sourceUsda(food.id ?? '')
            : foodTexts().sourceTable(food.id ?? '')}
        </p>
        <CopyAs url={service.foodUrl(food.id ?? '', offer)} row={row} />
      </footer>
    </article>
  );
}
