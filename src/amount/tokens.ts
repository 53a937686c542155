// Splits a text into numbers, words and symbols, for reading amounts.

/** A word, number or symbol of a text, with its position. */
export interface Token {
  /** Lowercase and without accents; only `T`, a tablespoon, stays uppercase. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Matches numbers with their separators (including `.5`), fractions, words (including `b12`) with
 * an apostrophe at the end, and symbols with a meaning.
 */
const AMOUNT_TOKEN =
  /x(?=\d)|(?<![\p{L}\d.])\.\d+|\d+(?:[.,]\d+)*|[¼-¾⅐-⅞]|\p{L}[\p{L}\p{M}\d]*(?:['’](?=\p{L}))?|[%/⁄×⨯&()[\],;:+"”″–—-]/gu;

/** HTML entities in recipes copied from web pages. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '&frac12;': '½', '&frac14;': '¼', '&frac34;': '¾', '&frac13;': '⅓', '&frac23;': '⅔' },
    ...{ '&frasl;': '/', '&amp;': '&', '&nbsp;': ' ', '&ndash;': '-', '&deg;': '°' },
  }),
);

/**
 * Decodes the HTML entities of a text, drops the "(s)" of "egg(s)", and puts a slash into
 * "125g4oz".
 */
export function plainText(text: string): string {
  return text
    .replace(/&\w{2,6};/g, (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity)
    .replace(/(?<=\p{L})\(e?s\)/gu, '')
    .replace(/(\d(?:[mk]?g|m?l|oz))(?=[\d¼-⅞])/gi, '$1/');
}

/** Returns the tokens of a text, dropping other punctuation. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(AMOUNT_TOKEN)].map(({ 0: written, index }) => ({
    word: folded(written),
    start: index,
    end: index + written.length,
  }));
}

/** Returns the word of a token, or '' before the first and after the last. */
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
  // Most words are plain.
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
