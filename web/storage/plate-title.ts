import { memoized } from '../foods/memoized.ts';
import { t } from '../languages/language.ts';
import { dayText } from '../languages/number-text.ts';
import type { NamedPlate } from './saved-data.ts';

// What a plate is called: its name, else its day; with a number where others are called the same.

/**
 * What a plate is called: by its name, else by its day. Of several that would be called the same, the
 * later ones have numbers.
 */
export function plateTitle(plate: NamedPlate, plates: readonly NamedPlate[]): string {
  return titlesOf(plates).get(plate.id) ?? baseTitle(plate);
}

/** By the ids of the plates. A year of them is asked for with each letter that is typed. */
const titlesOf = memoized(
  (plates: readonly NamedPlate[]): ReadonlyMap<string, string> => {
    const counts = new Map<string, number>();
    const titles = new Map<string, string>();
    // The newest stand first.
    for (const plate of plates.toReversed()) {
      const base = baseTitle(plate);
      const count = (counts.get(base) ?? 0) + 1;
      counts.set(base, count);
      titles.set(plate.id, count > 1 ? `${base} (${count})` : base);
    }
    return titles;
  },
  (plates) => [plates],
);

function baseTitle({ name, day, isGuest }: NamedPlate): string {
  if (name !== '') return name;
  if (isGuest) return t().sharedPlate;
  return day === '' ? t().plate : dayText(day);
}
