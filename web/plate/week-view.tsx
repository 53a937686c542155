import { useEffect } from 'preact/hooks';
import { nutrientTexts } from '../food/nutrient-texts.ts';
import {
  inGroup,
  NUTRIENT_GROUPS,
  nutrientsOf,
  nutrientText,
  nutrientTitle,
} from '../food/nutrients.ts';
import { useRows } from '../food/use-rows.ts';
import { inLanguage, t } from '../languages/language.ts';
import { dayText } from '../languages/number-text.ts';
import type { Page } from '../page/use-page.ts';
import { averageOf, type DaySum, sumDay, weekOf } from './week.ts';

const ENGLISH = {
  title: 'Seven days',
  average: (amount: string) => `${amount} a day on average`,
  goal: (amount: string) => `Line: ${amount}, your goal or the daily value`,
  total: 'Total',
  nothing: 'Nothing noted',
  day: 'Day',
};

const SPANISH: typeof ENGLISH = {
  title: 'Siete días',
  average: (amount) => `${amount} al día de media`,
  goal: (amount) => `Línea: ${amount}, tu meta o el valor diario`,
  total: 'Total',
  nothing: 'Nada anotado',
  day: 'Día',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

interface WeekViewProps {
  readonly page: Page;
  /** The column of the nutrient. */
  readonly column: string;
}

/** What the plates of the last seven days come to, by one nutrient. */
export function WeekView({ page, column }: WeekViewProps) {
  const { state, dispatch, service, store } = page;
  const { kept, offer, today } = state;
  const days = weekOf(kept.plates, today);
  const rows = useRows(
    service,
    days.flatMap(({ portions }) => portions),
  );
  const nutrients = nutrientsOf(offer.columns);
  const nutrient = nutrients.find(({ name }) => name === column) ?? nutrients[0];
  const title = nutrient === undefined ? column : nutrientTitle(nutrient);
  useEffect(() => {
    document.title = `${title} · Food Lookup`;
  }, [title]);
  if (nutrient === undefined) return null;
  const { name, unit } = nutrient;
  const sums = days.map((day) => sumDay(day, name, rows));
  const average = averageOf(sums);
  const goal = kept.goals[name] ?? nutrient.daily_value ?? undefined;
  const total = sums.reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    <div class="week-view">
      <p class="back">
        <button type="button" class="link" onClick={() => store.backToSearch()}>
          ‹ {t().backToSearch}
        </button>
      </p>
      <h1>{texts().title}</h1>
      <select
        aria-label={t().nutrient}
        value={name}
        onChange={({ currentTarget: { value } }) =>
          dispatch({ kind: 'show', view: { kind: 'week', column: value } })
        }
      >
        {NUTRIENT_GROUPS.map((group) => (
          <optgroup key={group} label={nutrientTexts().nutrientGroups[group]}>
            {inGroup(nutrients, group).map((one) => (
              <option key={one.name} value={one.name}>
                {nutrientTitle(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {average !== undefined && (
        <p class="week-average">{texts().average(nutrientText(average, unit))}</p>
      )}
      <WeekChart sums={sums} goal={goal} />
      {goal !== undefined && <p class="note">{texts().goal(nutrientText(goal, unit))}</p>}
      <table>
        <thead class="unseen">
          <tr>
            <th scope="col">{texts().day}</th>
            <th scope="col">{t().amount}</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ day, amount, known, portions }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>
                {portions.length === 0 ? texts().nothing : nutrientText(amount ?? null, unit)}
                {known < portions.length && (
                  <small>{nutrientTexts().knownOf(known, portions.length)}</small>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts().total}</th>
            <td>{nutrientText(average === undefined ? null : total, unit)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const WIDTH = 560;
const HEIGHT = 160;
const GAP = 12;

/** A bar for each day, and a line for what is wanted. The table below says the same in numbers. */
function WeekChart({ sums, goal }: { sums: readonly DaySum[]; goal: number | undefined }) {
  const most = Math.max(goal ?? 0, ...sums.map(({ amount = 0 }) => amount)) || 1;
  const width = WIDTH / sums.length;
  const yOf = (amount: number) => HEIGHT - (amount / most) * (HEIGHT - 8);
  return (
    <svg class="week-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`} aria-hidden="true">
      <line class="ground" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {sums.map(({ day, amount = 0 }, i) => (
        <g key={day}>
          <rect
            x={i * width + GAP / 2}
            y={yOf(amount)}
            width={width - GAP}
            height={HEIGHT - yOf(amount)}
            rx={4}
          />
          <text x={(i + 0.5) * width} y={HEIGHT + 18}>
            {dayText(day).slice(0, 3)}
          </text>
        </g>
      ))}
      {goal !== undefined && <line class="goal" x1={0} x2={WIDTH} y1={yOf(goal)} y2={yOf(goal)} />}
    </svg>
  );
}
