// Which language the names of a table seem to be in, for the setting `--language`: by small words and
// words of cooking, in how many names.

const WORDS_OF = Object.entries({
  en: 'and with without raw cooked of the or',
  de: 'mit ohne und roh gekocht gebraten aus oder',
  fr: 'avec sans et de au cru crue cuit cuite ou',
  es: 'con sin y de crudo cruda cocido cocida del la',
  it: 'con senza e di crudo cruda cotto cotta in al',
  pt: 'com sem e de cru crua cozido cozida em do',
}).map(([language, words]) => ({ language, words: new Set(words.split(' ')) }));

/** Languages share words: the first must be in this many times as many names as the next. */
const LEAD = 1.3;
/** And in one of this many names. */
const ONE_IN = 10;

/** Tells the language of a table from its descriptions. */
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

  /** What to serve the table with as `--language`; `undefined` where it is English, or not clear. */
  get setting(): string | undefined {
    const [first, next] = [...this.#counts].sort(([, a], [, b]) => b - a);
    if (first === undefined || first[0] === 'en') return undefined;
    const [language, count] = first;
    const isClear = count >= LEAD * (next?.[1] ?? 0) && count * ONE_IN >= this.#total;
    return isClear ? language : undefined;
  }
}
