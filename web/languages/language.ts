import { ENGLISH, type Texts } from './en.ts';

// The page's languages. Chooses the one that the user or else the browser prefers, and formats
// numbers and dates in it.

/**
 * Maps languages to their catalogs. English is bundled with the page; the others load on demand.
 */
const CATALOGS = {
  en: async () => ENGLISH,
  es: async () => (await import('./es.ts')).SPANISH,
} satisfies Readonly<Record<string, () => Promise<Texts>>>;

/** A language of the page. */
export type Language = keyof typeof CATALOGS;

/** Each language's name for itself, for the language menu. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The storage key of the chosen language. */
const STORAGE_KEY = 'food-lookup-language';

let texts: Texts = ENGLISH;
let language: Language = 'en';
let locale = 'en-US';

/** Returns the page's strings in the current language. */
export const t = (): Texts => texts;

/** Returns the strings in the current language, for a part of the page with its own catalogs. */
export function inLanguage<Value>(catalogs: Readonly<Record<Language, Value>>): Value {
  return catalogs[language];
}

export const currentLanguage = (): Language => language;

/**
 * Returns tags of the preferred languages: those of the chosen language, or the browser's if none
 * was chosen.
 */
export function wantedLanguages(): readonly string[] {
  const own = navigator.languages;
  const chosen = isKnown(window.name) ? window.name : storedLanguage();
  // The browser's tags for the chosen language come first, since they are more specific: `es-MX`.
  return chosen === null ? own : [...own.filter((tag) => languageOf(tag) === chosen), chosen];
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Stores the chosen language and reloads the page in it. */
export function switchLanguage(next: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
    window.name = '';
  } catch {
    // `window.name` survives a reload, even if the browser stores nothing.
    window.name = next;
  }
  location.reload();
}

/** Returns the BCP 47 tag used to format numbers and dates. */
export const currentLocale = (): string => locale;

/**
 * Chooses the first preferred language that has a catalog, and sets the document's language. The
 * page stays in English if there is none, or if the catalog fails to load. Call this once, before
 * anything is shown.
 *
 * @param preferred - BCP 47 tags, most preferred first, as in `navigator.languages`
 */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  const tag = preferred.find((candidate) => isKnown(languageOf(candidate))) ?? 'en-US';
  const wanted = languageOf(tag);
  const chosen = isKnown(wanted) ? wanted : 'en';
  const loaded = await CATALOGS[chosen]().catch(() => undefined);
  if (loaded === undefined) return;
  language = chosen;
  // Browsers may take an invalid tag from the system, such as `en-US@posix`.
  locale = isTag(tag) ? tag : language;
  texts = loaded;
  document.documentElement.lang = language;
}

function isKnown(candidate: string): candidate is Language {
  return Object.hasOwn(CATALOGS, candidate);
}

function languageOf(tag: string): string {
  return tag.replace(/[-_@.].*/s, '').toLowerCase();
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Stands for an unknown number, which must not look like 0. */
export const MISSING = '–';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the page's language, with `min` to `max` decimal places. */
export function numberText(value: number | null, max = 0, min = 0): string {
  if (value === null) return MISSING;
  const key = `${locale} ${max} ${min}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      maximumFractionDigits: max,
      minimumFractionDigits: min,
    });
    formats.set(key, format);
  }
  // A tiny negative number is written as 0, not "-0".
  return format.format(Math.abs(value) < 0.5 * 10 ** -max ? 0 : value);
}

/** Formats kilocalories as an integer. */
export const kcalText = (kcal: number | null): string => numberText(kcal);

/** Formats grams with one decimal. */
export const gramsText = (grams: number | null): string => numberText(grams, 1, 1);

/** Formats an amount of a main nutrient: kilocalories or grams. */
export const mainText = (nutrient: string, value: number | null): string =>
  nutrient === 'kcal' ? kcalText(value) : gramsText(value);

/**
 * Formats a number with about three significant digits, but at most two decimals.
 *
 * @param largest - the largest of the numbers shown together, which sets the decimals of all of
 * them
 */
export function sizedText(value: number | null, largest?: number): string {
  const scale = largest ?? value ?? 0;
  const decimals = scale >= 100 ? 0 : scale >= 10 ? 1 : 2;
  return numberText(value, decimals, largest === undefined ? 0 : decimals);
}

/** Formats an amount with at most two decimals: `1`, `0.5`, `28.35`. */
export const amountText = (amount: number): string => numberText(amount, 2);

/** Formats a number for an input: in full, without thousands separators. */
export function typedText(number: number): string {
  return number.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 });
}

/** Formats a fraction as a whole percentage; empty if it is not known. */
export function percentText(share: number | undefined): string {
  if (share === undefined) return '';
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
}

/** Formats a date for display: `Saturday, Nov 21`, plus the year unless it is the current year. */
export function dayText(day: string): string {
  const date = new Date(`${day}T12:00`);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleDateString(locale, {
    year: isThisYear ? undefined : 'numeric',
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  });
}

/** Formats the day of the week of a date, abbreviated: `Sat`. */
export function weekdayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(locale, { weekday: 'short' });
}
