import { ENGLISH, type Texts } from './en.ts';

// Which languages the page has, and how it chooses one from the browser's.

/** Language → its catalog. English comes with the page, the others when a browser asks for them. */
const CATALOGS = {
  en: async () => ENGLISH,
  es: async () => (await import('./es.ts')).SPANISH,
} satisfies Readonly<Record<string, () => Promise<Texts>>>;

type Language = keyof typeof CATALOGS;

/** Each language by its own name, for a list to choose from. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The storage key of the chosen language. */
const STORAGE_KEY = 'food-lookup-language';

/** Languages written from right to left; none of the catalogs is yet. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

let texts: Texts = ENGLISH;
let language: Language = 'en';
let locale = 'en-US';

/** The texts of the page in its language. */
export const t = (): Texts => texts;

/** Chooses the page's language among the texts of a lazily loaded part. */
export function inLanguage<Value>(catalogs: Readonly<Record<Language, Value>>): Value {
  return catalogs[language];
}

export const currentLanguage = (): Language => language;

/** The preferred languages, best first: the chosen one, then the browser's. */
export function wantedLanguages(): readonly string[] {
  const own = navigator.languages;
  try {
    const chosen = localStorage.getItem(STORAGE_KEY);
    // The browser's tag of the same language is more precise: `es-MX`.
    return chosen === null ? own : [...own.filter((tag) => languageOf(tag) === chosen), chosen];
  } catch {
    return own;
  }
}

/** Shows the page in another language, from now on. */
export function switchLanguage(next: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } finally {
    location.reload();
  }
}

/** The BCP 47 tag by which numbers, dates and lists are written. */
export const currentLocale = (): string => locale;

/**
 * Chooses the first language of the browser that the page has, English without one or where its texts do not
 * come, and tells the document. To be called once, before anything is shown.
 *
 * @param preferred - BCP 47 tags, the most welcome first, as in `navigator.languages`
 */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  const tag = preferred.find((candidate) => isKnown(languageOf(candidate))) ?? 'en-US';
  const wanted = languageOf(tag);
  const chosen = isKnown(wanted) ? wanted : 'en';
  const loaded = await CATALOGS[chosen]().catch(() => undefined);
  // English is better than nothing.
  if (loaded === undefined) return;
  language = chosen;
  // What a browser takes from its system may be invalid, such as `en-US@posix`.
  locale = isTag(tag) ? tag : language;
  // Countries of one language write numbers in different ways.
  const commaGroups = new Intl.NumberFormat(locale).format(0.5).includes('.');
  texts = { ...loaded, amounts: { ...loaded.amounts, commaGroups } };
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
}

function isKnown(candidate: string): candidate is Language {
  return candidate in CATALOGS;
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
