// Which language the names of a table seem to be in, for the setting `--language`: by small words and
// words of cooking, in how many names.

const WORDS_OF = {
  en: ['and', 'with', 'without', 'raw', 'cooked', 'of', 'the', 'or'],
  de: ['mit', 'ohne', 'und', 'roh', 'gekocht', 'gebraten', 'aus', 'oder'],
  fr: ['avec', 'sans', 'et', 'de', 'au', 'cru', 'crue', 'cuit', 'cuite', 'ou'],
  es: ['con', 'sin', 'y', 'de', 'crudo', 'cruda', 'cocido', 'cocida', 'del', 'la'],
  it: ['con', 'senza', 'e', 'di', 'crudo', 'cruda', 'cotto', 'cotta', 'in', 'al'],
  pt: ['com', 'sem', 'e', 'de', 'cru', 'crua', 'cozido', 'cozida', 'em', 'do'],
};
type WordsLanguage = keyof typeof WORDS_OF;

/** Languages share words: the first has to be in so many times the names of the next. */
const LEAD = 1.3;
/** And in one name of so many. */
const ONE_IN = 10;

const LANGUAGES_BY_WORD = new Map<string, WordsLanguage[]>();
for (const language of ['en', 'de', 'fr', 'es', 'it', 'pt'] as const) {
  for (const word of WORDS_OF[language]) {
    const known = LANGUAGES_BY_WORD.get(word);
    if (known === undefined) LANGUAGES_BY_WORD.set(word, [language]);
    else known.push(language);
  }
}

/** Tells the language of a table from its descriptions. */
export class DescriptionLanguage {
  readonly #counts = new Map<WordsLanguage, number>();
  #total = 0;

  add(description: string): void {
    this.#total += 1;
    const words = description.toLowerCase().match(/\p{L}+/gu) ?? [];
    const found = new Set(words.flatMap((word) => LANGUAGES_BY_WORD.get(word) ?? []));
    for (const language of found) this.#counts.set(language, (this.#counts.get(language) ?? 0) + 1);
  }

  /** What to serve the table with as `--language`; `undefined` where it is English, or not clear. */
  get setting(): Exclude<WordsLanguage, 'en'> | undefined {
    const [first, next] = [...this.#counts].sort(([, a], [, b]) => b - a);
    if (first === undefined || first[0] === 'en') return undefined;
    const [language, count] = first;
    const isClear = count >= LEAD * (next?.[1] ?? 0) && count * ONE_IN >= this.#total;
    return isClear ? language : undefined;
  }
}
