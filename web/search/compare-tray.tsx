import '../styles/compare-tray.css';
import type { Food } from '../food.ts';
import { t } from '../languages/language.ts';

interface CompareTrayProps {
  readonly foods: readonly Food[];
  readonly onRemove: (food: Food) => void;
  readonly onCompare: () => void;
}

/** The foods chosen to be compared, until they are. */
export function CompareTray({ foods, onRemove, onCompare }: CompareTrayProps) {
  return (
    <section class="compare-tray" aria-label={t().compare}>
      <ul>
        {foods.map((food) => (
          <li key={food.id}>
            <button
              type="button"
              class="chip"
              aria-label={t().removeFood(food.description)}
              onClick={() => onRemove(food)}
            >
              <span>{food.description}</span> ×
            </button>
          </li>
        ))}
      </ul>
      {foods.length > 1 ? (
        <button type="button" class="primary" onClick={onCompare}>
          {t().compareFoods(foods.length)}
        </button>
      ) : (
        <p class="note">{t().chooseAnother}</p>
      )}
    </section>
  );
}
