// Guesses the language of food names, for a hint about `--language`. Counts the names that contain
// function words or cooking terms of a language.

const WORDS_OF = Object.entries({
  en: 'and with without raw cooked of the or',
  de: 'mit ohne und roh gekocht gebraten aus oder',
  fr: 'avec sans et de au cru crue cuit cuite ou',
  es: 'con sin y de crudo cruda cocido cocida del la',
  it: 'con senza e di crudo cruda cotto cotta in al',
  pt: 'com sem e de cru crua cozido cozida em do',
}).map(([language, words]) => ({ language, words: new Set(words.split(' ')) }));

/**
 * The best language must match more names than the next one by this factor, since languages share
 * words.
 */
const LEAD = 1.3;
/** The minimum proportion of the names that the best language must match. */
const MIN_SHARE = 0.1;

/** Guesses the language of a table from its descriptions. */
export class DescriptionLanguage {
  readonly #counts = new Map<string, number>();
  #total = 0;

  add(description: string): void {
    this.#total += 1;
    const words = description.toLowerCase().match(/\p{L}+/gu) ?? [];
    for (const { language, words: own } of WORDS_OF) {
      if (!words.some((word) => own.has(word))) continue;
      this.#counts.set(language, (this.#counts.get(language) ?? 0) + 1);
    }
  }

  /** The `--language` to serve the table with; `undefined` for English, or if unclear. */
  get setting(): string | undefined {
    const [first, next] = [...this.#counts].sort(([, a], [, b]) => b - a);
    if (first === undefined || first[0] === 'en') return undefined;
    const [language, count] = first;
    const isClear = count >= LEAD * (next?.[1] ?? 0) && count / this.#total >= MIN_SHARE;
    return isClear ? language : undefined;
  }
}
