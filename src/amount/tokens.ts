// Splits a text into numbers, words and signs, for reading amounts.

/** A word, a number or a sign of a text, and its place there. */
export interface Token {
  /** In lower case, without accents; only `T`, a tablespoon, keeps its capital. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Numbers with their separators, `.5` among them, fractions, words (`b12` is one) with their apostrophe, and signs that mean something. */
const AMOUNT_TOKEN =
  /x(?=\d)|(?<![\p{L}\d.])\.\d+|\d+(?:[.,]\d+)*|[¼-¾⅐-⅞]|\p{L}[\p{L}\p{M}\d]*(?:['’](?=\p{L}))?|[%/⁄×⨯&()[\],;:+"”″–—-]/gu;

/** HTML entities in recipes copied from web pages. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '&frac12;': '½', '&frac14;': '¼', '&frac34;': '¾', '&frac13;': '⅓', '&frac23;': '⅔' },
    ...{ '&frasl;': '/', '&amp;': '&', '&nbsp;': ' ', '&ndash;': '-', '&deg;': '°' },
  }),
);

/** A text with the characters that its HTML entities stand for, and without the "(s)" of "egg(s)", "125g4oz" with a slash. */
export function plainText(text: string): string {
  return text
    .replace(/&\w{2,6};/g, (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity)
    .replace(/(?<=\p{L})\(e?s\)/gu, '')
    .replace(/(\d(?:[mk]?g|m?l|oz))(?=[\d¼-⅞])/gi, '$1/');
}

/** The tokens of a text, without other punctuation. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(AMOUNT_TOKEN)].map(({ 0: written, index }) => ({
    word: folded(written),
    start: index,
    end: index + written.length,
  }));
}

/** The word of the token at a place; empty before the first and after the last. */
export function wordOf(tokens: readonly Token[], place: number): string {
  return tokens[place]?.word ?? '';
}

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '×': 'x', '⨯': 'x', '⁄': '/', '–': '-', '—': '-', '[': '(', ']': ')' },
    ...{ '”': '"', '″': '"', T: 'T' },
  }),
);

function folded(written: string): string {
  // Nearly all words are plain.
  if (/^[a-z]+$/.test(written)) return written;
  const sign = SIGNS.get(written);
  if (sign !== undefined) return sign;
  if (written.startsWith('.')) return `0${written}`;
  return written
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}
