import '../styles/food.css';
import { useEffect, useState } from 'preact/hooks';
import { type Food, toFood } from '../food.ts';
import type { Basis } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { MISSING, numberText } from '../languages/number-text.ts';
import { followHere } from '../parts/follow-here.ts';
import { Segments } from '../parts/segments.tsx';
import { amountWords } from '../plate/amount-words.ts';
import { CopyLink } from '../plate/copy-link.tsx';
import { gramsOf } from '../plate/plate.ts';
import { FaultMessage } from '../search/fault-message.tsx';
import { servingOf } from '../search/serving.ts';
import type { FoodService, Offer } from '../service.ts';
import { inGroup, NUTRIENT_GROUPS, nutrientsIn, nutrientsOf } from './nutrients.ts';
import { useFoods } from './use-foods.ts';

interface CompareViewProps {
  readonly service: FoodService;
  readonly offer: Offer;
  readonly apiUrl: string;
  readonly ids: readonly string[];
  readonly basis: Basis;
  readonly onBasis: (basis: Basis) => void;
  readonly unitNameOf: (food: Food) => string | undefined;
  readonly onShow: (food: Food) => void;
  readonly onRemove: (id: string) => void;
  readonly onBack: () => void;
}

/** Foods side by side. A bar in each cell shows at a glance which has more, and by how much. */
export function CompareView(props: CompareViewProps) {
  const { service, offer, apiUrl, ids, basis, onBasis, onShow, onRemove, onBack } = props;
  const { lookUp, retry } = useFoods(service, apiUrl, ids);
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const rows = lookUp.kind === 'found' ? lookUp.rows.filter((row) => row !== undefined) : [];
  const columns = rows.map((row) => {
    const food = toFood(row, offer.key);
    const serving = servingOf(food, {
      basis,
      quantity: undefined,
      unitName: props.unitNameOf(food),
    });
    return { food, serving, nutrients: nutrientsIn(row, offer.columns) };
  });
  const titles = columns.map(({ food }) => food.description).join(' · ');

  useEffect(() => {
    if (titles !== '') document.title = `${titles} · Food Lookup`;
  }, [titles]);

  return (
    <div class="compare-view" aria-busy={lookUp.kind === 'loading'}>
      <p class="back">
        <button type="button" class="link" onClick={onBack}>
          ← {t().backToSearch}
        </button>
      </p>
      {lookUp.kind === 'failed' && (
        <FaultMessage fault={lookUp.fault} apiUrl={apiUrl} onRetry={retry} />
      )}
      {columns.length > 0 && (
        <article aria-labelledby="compare-title">
          <header>
            <h1 id="compare-title">{t().compareTitle(columns.length)}</h1>
            <CopyLink link={() => location.href} />
          </header>
          <div class="results-tools">
            <Segments<Basis>
              label={t().valuesFor}
              options={[
                { value: '100g', text: t().per100g },
                { value: 'portion', text: t().perPortion },
              ]}
              value={basis}
              onChange={onBasis}
            />
            <label>
              <input
                type="checkbox"
                checked={onlyDifferent}
                onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
              />{' '}
              {t().onlyDifferent}
            </label>
          </div>
          <div class="compare-scroll">
            <table class="compare-table">
              <thead>
                <tr>
                  <td />
                  {columns.map(({ food, serving }) => (
                    <th scope="col" key={food.id}>
                      <a
                        href={`#food=${encodeURIComponent(food.id ?? '')}`}
                        onClick={followHere(() => onShow(food))}
                      >
                        {food.description}
                      </a>
                      <small>{amountWords(serving)}</small>
                      <button
                        type="button"
                        class="remove"
                        aria-label={t().removeFood(food.description)}
                        onClick={() => onRemove(food.id ?? '')}
                      >
                        ×
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              {NUTRIENT_GROUPS.map((group) => (
                <tbody key={group}>
                  <tr>
                    <th scope="rowgroup" colSpan={columns.length + 1}>
                      {t().nutrientGroups[group]}
                    </th>
                  </tr>
                  {inGroup(nutrientsOf(offer.columns), group).map(({ name, title, unit }) => {
                    const values = columns.map(({ nutrients, serving }) => {
                      const { per100g = null } =
                        nutrients.find((nutrient) => nutrient.name === name) ?? {};
                      return per100g === null ? null : (per100g * gramsOf(serving)) / 100;
                    });
                    return (
                      <CompareRow
                        key={name}
                        title={t().nutrientTitles[name] ?? title}
                        unit={unit ?? ''}
                        values={values}
                        onlyDifferent={onlyDifferent}
                      />
                    );
                  })}
                </tbody>
              ))}
            </table>
          </div>
          <p class="note">{t().missingMeans}</p>
        </article>
      )}
    </div>
  );
}

interface CompareRowProps {
  readonly title: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  readonly onlyDifferent: boolean;
}

/** Values within a tenth of the largest are as good as equal. */
const ALIKE = 0.9;

function CompareRow({ title, unit, values, onlyDifferent }: CompareRowProps) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(0, ...known);
  const isAlike = known.length === values.length && Math.min(...known) >= most * ALIKE;
  if (known.length === 0 || (onlyDifferent && isAlike)) return null;
  return (
    <tr>
      <th scope="row">{title}</th>
      {values.map((value, i) => (
        <td key={i} class={!isAlike && value !== null && value === most ? 'most' : undefined}>
          {value === null
            ? MISSING
            : `${numberText(value, unit === 'kcal' || value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${unit}`}
          <meter min={0} max={most || 1} value={value ?? 0} aria-hidden="true" />
        </td>
      ))}
    </tr>
  );
}
