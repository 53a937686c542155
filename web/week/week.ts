import type { Rows } from '../foods/food.ts';
import { nutrientIn } from '../foods/nutrients.ts';
import { type Portion, type Sum, sumOf } from '../foods/plate.ts';
import { dayAfter, type NamedPlate } from '../storage/saved-data.ts';

// The days of the week view, their sums and their average.

/** A day of the week, with all portions of its plates. */
export interface Day {
  /** Such as `2026-11-22`. */
  readonly day: string;
  readonly portions: readonly Portion[];
}

/** A day's sum of one nutrient. */
export interface DaySum extends Day, Sum {}

/** Returns the seven days up to `today`, earliest first. Plates opened from a link do not count. */
export function weekOf(plates: readonly NamedPlate[], today: string): Day[] {
  return Array.from({ length: 7 }, (_, i) => {
    const day = dayAfter(today, i - 6);
    const own = plates.filter((plate) => plate.day === day && plate.isGuest !== true);
    return { day, portions: own.flatMap(({ portions }) => portions) };
  });
}

export function sumDay(day: Day, column: string, rows: Rows): DaySum {
  return { ...day, ...sumOf(day.portions.map((portion) => nutrientIn(portion, column, rows))) };
}

/** Averages the days that have an amount; `null` if none has. */
export function averageOf(sums: readonly DaySum[]): number | null {
  const { amount, known } = sumOf(sums.map((sum) => sum.amount));
  return amount === null ? null : amount / known;
}
