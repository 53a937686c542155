// What is a number, a word and a sign of a text, for reading amounts.

/** A word, a number or a sign of a text, and its place there. */
export interface Token {
  /** In lower case, without accents and without a dot at its end. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Numbers with their separators, `.5` among them, fractions, words (`b12` is one) with their apostrophe, and signs that mean something. */
const AMOUNT_TOKEN =
  /x(?=\d)|(?<![\p{L}\d.])\.\d+|\d+(?:[.,]\d+)*|[¼-¾⅐-⅞]|\p{L}[\p{L}\p{M}\d]*(?:['’](?=\p{L}))?|[%/⁄×&-]/gu;

/** The tokens of a text. Punctuation between them is passed over. */
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

function folded(written: string): string {
  if (written === '×') return 'x';
  if (written === '⁄') return '/';
  if (written.startsWith('.')) return `0${written}`;
  return written
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}
