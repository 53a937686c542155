import type { Vocabulary } from './languages/vocabulary.ts';

// Splits text into numbers, words and symbols, for reading amounts.

/** A word, number or symbol in text, with its position. */
export interface Token {
  /**
   * The text in lowercase and without accents. Only `T`, which means tablespoon, stays uppercase.
   * Numbers are in digits: `1 1/2` for "1½".
   */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The tokens of amounts; all other characters are dropped. */
const AMOUNT_TOKEN = new RegExp(
  [
    // "milk", "b12", "t-bone", "d'" of "d'ail"; not "x30g"
    /(?!x\d)(?:\p{L}-(?=\p{L})(?<![\p{L}\d]\p{L}-))?\p{L}[\p{L}\p{M}\d]*(?:['’](?=[\p{L}\d]))?/u,
    // "½", "1½", "1-½"
    /(?:\d+\s*-?\s*)?[¼-¾⅐-⅞]/,
    // "1/2", "1 1/2", "1-1/2"
    /(?:\d+(?:\s+|\s*-\s*)(?=1?\d[/⁄]))?\d{1,2}\s*[/⁄]\s*[1-9]\d?(?!\d)/,
    // "2", "1,5", ".5", "10:30"
    /(?<![\p{L}\d.])\.\d+|\d+(?:[.,:]\d+)*/u,
    /[x%/×⨯&()[\],;:+"”″–—-]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/** HTML entities in recipes copied from web pages. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&frasl;': '/', '&amp;': '&', '&nbsp;': ' ', '&ndash;': '-', '&deg;': '°' }),
);

/**
 * Decodes HTML entities in text, drops the brackets of "(10 oz) peas", the "(s)" of "egg(s)" and the
 * "x" of "4x garlic", joins "1 000", and separates "125g4oz", "13/4 oz" and "3 tbspoil". In languages
 * where commas group digits, joins digits only before 000: "2 400 g tins" means two tins. Full-width
 * characters and the digits of Arabic, Persian and Hindi become ASCII.
 */
export function plainText(text: string, { commaGroups }: Vocabulary): string {
  // Most searches have none of these.
  if (!/[\d&(！-～٠-٩۰-۹०-९]/.test(text)) return text;
  return text
    .replace(/[！-～]+/g, (wide) => wide.normalize('NFKC'))
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[०-९]/g, (digit) => `${digit.charCodeAt(0) - 0x966}`)
    .replace(/[٫٬](?=\d)/g, (mark) => (mark === '٫' ? '.' : ''))
    .replace(/&frac(\d)(\d);/gi, ' $1/$2')
    .replace(/&\w{2,6};/g, (entity) => ENTITIES.get(entity.toLowerCase()) ?? entity)
    .replace(/^\((\d[^()]*)\) /, '$1 ')
    .replace(/(?<=\p{L})\((?:e?[nrs]|e)\)/gu, '')
    .replace(commaGroups ? /\b(\d{1,3}) (?=000(?!\d))/g : /\b(\d{1,3}) (?=\d{3}(?!\d))/g, '$1')
    .replace(/(\d) ?x (?=\p{L})/giu, '$1 ')
    .replace(/(\d ?(?:cup(?!cake|ful)|tbsp|tsp))(?=\p{L}{3})/giu, '$1 ')
    .replace(/\b([1-3])(?=[1-7]\/[2348](?!\d))/g, '$1 ')
    .replace(/(\d(?:[mk]?g|m?l|oz|lb))(?=[\d¼-¾⅐-⅞])/gi, '$1/');
}

/** Splits text into tokens, dropping all other characters. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(AMOUNT_TOKEN)].map(({ 0: written, index }) => ({
    word: folded(written),
    start: index,
    end: index + written.length,
  }));
}

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '×': 'x', '⨯': 'x', '–': '-', '—': '-', '[': '(', ']': ')', '”': '"', '″': '"', T: 'T' },
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
    .replace(/(?<=\d)\D*(?=[¼-¾⅐-⅞])/, ' ')
    .normalize('NFKD')
    .replace(/\s*[/⁄]\s*/, '/')
    .replace(/\p{M}/gu, '');
}
