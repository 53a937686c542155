import { currentLocale } from './language.ts';

// Formats numbers: decimals of kcal, grams and amounts, percentages, dates, and "–" for unknown
// values.

/** Stands for an unknown number, which must not look like 0. */
export const MISSING = '–';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the page's language with between `least` and `most` decimals. */
export function numberText(value: number | null, most = 0, least = 0): string {
  if (value === null) return MISSING;
  const key = `${currentLocale()} ${most} ${least}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(currentLocale(), {
      maximumFractionDigits: most,
      minimumFractionDigits: least,
    });
    formats.set(key, format);
  }
  // A tiny negative number is written as 0, not "-0".
  return format.format(Math.abs(value) < 0.5 * 10 ** -most ? 0 : value);
}

/** Formats kilocalories as an integer. */
export const kcalText = (kcal: number | null): string => numberText(kcal);

/** Formats grams with one decimal. */
export const gramsText = (grams: number | null): string => numberText(grams, 1, 1);

/** Formats an amount of a main nutrient: kilocalories or grams. */
export const mainText = (nutrient: string, value: number | null): string =>
  nutrient === 'kcal' ? kcalText(value) : gramsText(value);

/**
 * Formats a number to its significant digits.
 *
 * @param most - the largest of the numbers shown together, which sets the decimals of all of them
 */
export function sizedText(value: number | null, most?: number): string {
  const scale = most ?? value ?? 0;
  const decimals = scale >= 100 ? 0 : scale >= 10 ? 1 : 2;
  return numberText(value, decimals, most === undefined ? 0 : decimals);
}

/** Formats an amount with at most two decimals: `1`, `0.5`, `28.35`. */
export const amountText = (amount: number): string => numberText(amount, 2);

/** Formats a number for an input: in full, without thousands separators. */
export function typedText(number: number): string {
  return number.toLocaleString(currentLocale(), { useGrouping: false, maximumFractionDigits: 20 });
}

/** Formats a fraction as a whole percentage. */
export function percentText(share: number): string {
  return new Intl.NumberFormat(currentLocale(), { style: 'percent' }).format(share);
}

/** Formats a date such as `2026-11-21` for display: `Saturday, Nov 21`. */
export function dayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(currentLocale(), {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  });
}

/** Formats a date's abbreviated day of the week: `Sat`. */
export function weekdayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(currentLocale(), { weekday: 'short' });
}
