import type { Rows } from '../foods/food.ts';
import {
  groupsOf,
  type Nutrient,
  nutrientIn,
  nutrientsOf,
  nutrientText,
  nutrientTexts,
  nutrientTitle,
} from '../foods/nutrients.ts';
import { sumOf } from '../foods/plate.ts';
import { dayText, inLanguage, t, weekdayText } from '../languages/language.ts';
import { type Page, useRows } from '../page/use-page.ts';
import { Button, TableHead } from '../parts/controls.tsx';
import { ViewFrame } from '../parts/view-frame.tsx';
import { dayAfter, type NamedPlate } from '../storage/saved-data.ts';

// The week view: its days, sums and average, its chart, the usual nutrients to tap, and the strings.

export const ENGLISH = {
  title: 'Seven days',
  average: (amount: string) => `${amount} a day on average`,
  goal: (amount: string) => `Line: ${amount}, your goal`,
  dailyValue: (amount: string) => `Line: ${amount}, the daily value`,
  total: 'Total',
  nothing: 'Nothing recorded',
  day: 'Day',
};

export const SPANISH: typeof ENGLISH = {
  title: 'Siete días',
  average: (amount) => `${amount} al día de media`,
  goal: (amount) => `Línea: ${amount}, tu meta`,
  dailyValue: (amount) => `Línea: ${amount}, el valor diario`,
  total: 'Total',
  nothing: 'Nada anotado',
  day: 'Día',
};

const texts = () => inLanguage({ en: ENGLISH, es: SPANISH });

/** The INFOODS tagnames of the nutrients that people track most, each one tap away. */
const USUAL: ReadonlySet<string | null> = new Set(['ENERC_KCAL', 'PROCNT', 'FIBTG', 'NA']);

/** Shows the sums of a nutrient's column over the plates of the last seven days. */
export function WeekView({ page, column }: { readonly page: Page; readonly column: string }) {
  const { saved, schema, today, rows } = page.state;
  const days = weekOf(saved.plates, today);
  const ids = days.flatMap(({ portions }) => portions.flatMap(({ food }) => food.id ?? []));
  const request = useRows(page, ids);
  const nutrients = nutrientsOf(schema.columns);
  const nutrient = nutrients.find(({ name }) => name === column) ?? nutrients[0];
  if (nutrient === undefined) return null;
  const { name } = nutrient;
  const isBusy = ids.some((id) => !rows.has(id));
  const choose = (column: string) =>
    page.dispatch({ kind: 'show', view: { kind: 'week', column } });
  return (
    <ViewFrame class="week-view" page={page} request={request} isBusy={isBusy}>
      <h1 tabIndex={-1}>{texts().title}</h1>
      <p class="week-nutrients">
        {nutrients
          .filter(({ infoods }) => USUAL.has(infoods))
          .map((one) => (
            <Button
              key={one.name}
              class="chip"
              aria-pressed={one.name === name}
              onClick={() => choose(one.name)}
            >
              {nutrientTitle(one)}
            </Button>
          ))}
      </p>
      <select
        aria-label={t().nutrient}
        value={name}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {groupsOf(nutrients).map(({ group, title, members }) => (
          <optgroup key={group} label={title}>
            {members.map((one) => (
              <option key={one.name} value={one.name}>
                {nutrientTitle(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {/* Rendered once everything is known, so that nothing moves while it is being read. */}
      {(!isBusy || request.fault !== undefined) && (
        <WeekSums
          page={page}
          nutrient={nutrient}
          sums={days.map((day) => sumDay(day, name, rows))}
        />
      )}
    </ViewFrame>
  );
}

interface WeekSumsProps {
  readonly page: Page;
  readonly nutrient: Nutrient;
  readonly sums: readonly DaySum[];
}

/**
 * Shows daily amounts as bars with a line at the goal, beyond which they change color, and as a
 * table.
 */
function WeekSums({ page, nutrient: { name, unit, daily_value: daily }, sums }: WeekSumsProps) {
  const goal = page.state.saved.goals[name];
  const line = goal ?? daily ?? undefined;
  const lineText = goal === undefined ? texts().dailyValue : texts().goal;

  /** Shows a day's plate. */
  function showDay(day: string): void {
    page.dispatch({ kind: 'plate/day', day });
    page.dispatch({ kind: 'sheet', isOpen: true });
  }

  const average = averageOf(sums);
  const max = Math.max(0, ...sums.map(({ amount }) => amount ?? 0));
  const highest = Math.max(line ?? 0, max) || 1;
  const total = sumOf(sums.map(({ amount }) => amount)).amount;
  return (
    <>
      {average !== null && (
        <p class="week-average">{texts().average(nutrientText(average, unit))}</p>
      )}
      {/* The table below has the same numbers. */}
      <div class="week-chart" style={{ '--goal': (line ?? highest) / highest }} aria-hidden="true">
        {line !== undefined && <hr />}
        {sums.map(({ day, amount }, i) => (
          <div key={day} class={i === sums.length - 1 ? 'today' : undefined}>
            <p style={{ '--amount': (amount ?? 0) / highest }}>
              <b>{amount !== null && nutrientText(amount, unit, max).replace(/ .*/, '')}</b>
            </p>
            {weekdayText(day)}
          </div>
        ))}
      </div>
      {line !== undefined && <p class="note">{lineText(nutrientText(line, unit))}</p>}
      <table>
        <TableHead class="unseen" titles={[texts().day, t().amount]} />
        <tbody>
          {sums.map(({ day, amount, known, portions }) => (
            <tr key={day}>
              <th scope="row">
                <Button class="link" onClick={() => showDay(day)}>
                  {dayText(day)}
                </Button>
              </th>
              <td>
                {portions.length === 0 ? (
                  <span class="unseen">{texts().nothing}</span>
                ) : (
                  nutrientText(amount, unit, max)
                )}
                {known < portions.length && (
                  <small>{nutrientTexts().knownOf(known, portions.length)}</small>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts().total}</th>
            <td>{nutrientText(total, unit)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

/** A day's sum of one nutrient. */
type DaySum = ReturnType<typeof sumDay>;

/**
 * Returns the seven days up to `today`, earliest first, each with all portions of its plates. Plates
 * opened from a link do not count.
 */
export function weekOf(plates: readonly NamedPlate[], today: string) {
  return Array.from({ length: 7 }, (_, i) => {
    const day = dayAfter(today, i - 6);
    const own = plates.filter((plate) => plate.day === day && plate.isGuest !== true);
    return { day, portions: own.flatMap(({ portions }) => portions) };
  });
}

export function sumDay(day: ReturnType<typeof weekOf>[number], column: string, rows: Rows) {
  return { ...day, ...sumOf(day.portions.map((portion) => nutrientIn(portion, column, rows))) };
}

/** Averages the days that have an amount; `null` if none has. */
export function averageOf(sums: readonly DaySum[]): number | null {
  const { amount, known } = sumOf(sums.map((sum) => sum.amount));
  return amount === null ? null : amount / known;
}
