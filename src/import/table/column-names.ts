import { readFileSync } from 'node:fs';
import { isUnit, normalUnit } from './units.ts';

// Recognizes columns of other tables by their names (data/column-names.tsv), and a unit in a name:
// "Energy (kJ/100 g)".

/** A name of a column taken apart: `Protéines (g/100 g)` is `proteines` in `g`. */
export interface FieldName {
  /** In plain small letters, without the unit; best first, if parentheses may be left out. */
  readonly plain: readonly string[];
  readonly unit: string | undefined;
}

const COLUMN_NAMES_FILE = new URL('../../../data/column-names.tsv', import.meta.url);

/** The names of each column of our tables in those of others, best first, in plain form. */
export function readColumnNames(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(COLUMN_NAMES_FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [column = '', names = ''] = line.split('\t');
      return [column, names.split('; ').map(plainText)];
    }),
  );
}

/** A unit in parentheses or brackets at the end: `Energy (kJ/100 g)`, `Iron [mg]`, `Copper_mg)`. */
const UNIT_IN_PARENTHESES =
  /[([\s_]\s*([a-zµμ%]+)\s*(?:(?:\/|per|pro)\s*100\s*(?:g|gr|ml)\.?\s*)?[)\]]\s*$/i;
/** A unit as the last word, which only some units are sure to be: `Energ_Kcal`, `energy kJ`. */
const UNIT_AS_WORD = /[\s_,]\s*(kcal|kj|g|mg|µg|μg|ug|mcg|iu)(?:\s*(?:\/|per)\s*100\s*g)?\s*$/i;

/** The unit that a field's name ends with, such as `kJ` for `Energy (kJ)` or `energy kJ`. */
export function unitIn(field: string): string | undefined {
  const [, text = ''] = UNIT_IN_PARENTHESES.exec(field) ?? UNIT_AS_WORD.exec(field) ?? [];
  const unit = normalUnit(text);
  return isUnit(unit) ? unit : undefined;
}

/** Takes the name of a field apart. */
export function parseFieldName(field: string): FieldName {
  let bare = field.trim();
  const unit = unitIn(bare);
  // `Energy (kcal) (kcal)` is in one unit.
  for (let last = ''; unitIn(bare) !== undefined && bare !== last; ) {
    last = bare;
    bare = bare.replace(UNIT_IN_PARENTHESES, '').replace(UNIT_AS_WORD, '').trim();
  }
  const plain = [
    plainText(field),
    plainText(bare),
    plainText(bare.replaceAll(/[([][^)\]]*[)\]]/g, '')),
  ];
  return { plain: [...new Set(plain)].filter((name) => name !== ''), unit };
}

/** Small letters and digits without marks, words separated by one space. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
