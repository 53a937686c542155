import type { Rows } from '../foods/food.ts';
import { nutrientIn } from '../foods/nutrients.ts';
import type { Portion } from '../foods/plate.ts';
import { dayAfter, type NamedPlate } from '../storage/saved-data.ts';

// The days of the week view, their sums and their average.

/** A day of the week, with all portions of its plates. */
export interface Day {
  /** Such as `2026-11-22`. */
  readonly day: string;
  readonly portions: readonly Portion[];
}

/** A day's sum of one nutrient. */
export interface DaySum extends Day {
  /** `undefined` if there was no plate, or the value of none of its foods is known. */
  readonly amount: number | undefined;
  /** The number of portions for which it is known. */
  readonly known: number;
}

/** Returns the seven days up to `today`, earliest first. Guest plates do not count. */
export function weekOf(plates: readonly NamedPlate[], today: string): Day[] {
  return Array.from({ length: 7 }, (_, i) => {
    const day = dayAfter(today, i - 6);
    const own = plates.filter((plate) => plate.day === day && plate.isGuest !== true);
    return { day, portions: own.flatMap(({ portions }) => portions) };
  });
}

export function sumDay(day: Day, column: string, rows: Rows): DaySum {
  const amounts = day.portions.map((portion) => nutrientIn(portion, column, rows));
  const known = amounts.filter((amount) => amount !== null);
  const amount = known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
  return { ...day, amount, known: known.length };
}

/** Averages the days that have an amount; `undefined` if none has. */
export function averageOf(sums: readonly DaySum[]): number | undefined {
  const amounts = sums.flatMap(({ amount }) => amount ?? []);
  if (amounts.length === 0) return undefined;
  return amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
}
