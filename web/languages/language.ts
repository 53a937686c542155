import { ENGLISH, type Texts } from './en.ts';

// The page's languages, and how one is chosen by the browser's languages.

/** Language → its catalog. English is bundled with the page; the others load on demand. */
const CATALOGS = {
  en: async () => ENGLISH,
  es: async () => (await import('./es.ts')).SPANISH,
} satisfies Readonly<Record<string, () => Promise<Texts>>>;

/** A language that the page has texts in. */
export type Language = keyof typeof CATALOGS;

/** Each language in its own words, for the language menu. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The storage key of the chosen language. */
const STORAGE_KEY = 'food-lookup-language';

/** Languages written from right to left, though no catalog has such a language yet. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

let texts: Texts = ENGLISH;
let language: Language = 'en';
let locale = 'en-US';

/** Returns the page's texts in its language. */
export const t = (): Texts => texts;

/** Picks the page's language from catalogs that load with their own part of the page. */
export function inLanguage<Value>(catalogs: Readonly<Record<Language, Value>>): Value {
  return catalogs[language];
}

export const currentLanguage = (): Language => language;

/** Returns the preferred languages: tags of the chosen one, or the browser's if none was chosen. */
export function wantedLanguages(): readonly string[] {
  const own = navigator.languages;
  try {
    const chosen = localStorage.getItem(STORAGE_KEY);
    // The browser's tags for the chosen language come first, since they are more specific: `es-MX`.
    return chosen === null ? own : [...own.filter((tag) => languageOf(tag) === chosen), chosen];
  } catch {
    return own;
  }
}

/** Stores the chosen language and reloads the page in it. */
export function switchLanguage(next: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } finally {
    location.reload();
  }
}

/** Returns the BCP 47 tag used to format numbers, dates and lists. */
export const currentLocale = (): string => locale;

/**
 * Chooses the first preferred language that has a catalog, or English if there is none or its texts
 * fail to load, and sets the document's language. Call it once, before anything is shown.
 *
 * @param preferred - BCP 47 tags, most preferred first, as in `navigator.languages`
 */
export async function chooseLanguage(preferred: readonly string[]): Promise<void> {
  const tag = preferred.find((candidate) => isKnown(languageOf(candidate))) ?? 'en-US';
  const wanted = languageOf(tag);
  const chosen = isKnown(wanted) ? wanted : 'en';
  const loaded = await CATALOGS[chosen]().catch(() => undefined);
  // English stays.
  if (loaded === undefined) return;
  language = chosen;
  // A tag that a browser takes from its system may be invalid, such as `en-US@posix`.
  locale = isTag(tag) ? tag : language;
  texts = loaded;
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
