import { inLanguage, t } from '../languages/language.ts';
import type { Page } from '../page/use-page.ts';
import { Button } from '../parts/controls.tsx';

// The bar of foods chosen for comparison: its buttons and strings.

export const ENGLISH = {
  compareFoods: (count: number) => `Compare ${count} foods`,
  chooseAnother: 'Choose another food',
};

export const SPANISH: typeof ENGLISH = {
  compareFoods: (number) => `Comparar ${number} alimentos`,
  chooseAnother: 'Elige otro alimento',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** Shows the foods chosen for comparison, until the comparison is opened. */
export function CompareTray({ page }: { readonly page: Page }) {
  const foods = page.state.tray;
  return (
    <section class="compare-tray" aria-label={t().compare}>
      <ul>
        {foods.map((food) => (
          <li key={food.id}>
            <Button
              class="chip spread"
              aria-label={t().removeFood(food.description)}
              onClick={() => page.dispatch({ kind: 'compare', food })}
            >
              <span>{food.description}</span> ×
            </Button>
          </li>
        ))}
      </ul>
      {foods.length > 1 ? (
        <Button class="primary" onClick={() => page.store.compareNow()}>
          {texts().compareFoods(foods.length)}
        </Button>
      ) : (
        <p class="note">{texts().chooseAnother}</p>
      )}
    </section>
  );
}
