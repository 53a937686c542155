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

/** What other tables call one of our columns, in plain form. */
export interface ColumnNames {
  /** Best first. */
  readonly names: readonly string[];
  /** Beginnings of words that suggest this column, if no name is known. */
  readonly stems: readonly string[];
}

/** The names of each column of our tables in those of others. */
export function readColumnNames(): ReadonlyMap<string, ColumnNames> {
  const lines = readFileSync(COLUMN_NAMES_FILE, 'utf8').trimEnd().split('\n');
  const plainTexts = (texts: string) => texts.split('; ').map(plainText).filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [column = '', names = '', stems = ''] = line.split('\t');
      return [column, { names: plainTexts(names), stems: plainTexts(stems) }];
    }),
  );
}

/** The fields whose names look like one of these columns, as `Mettet fett, sum` does. */
export function fieldsLike(column: string, fields: readonly string[]): readonly string[] {
  const stems = readColumnNames().get(column)?.stems ?? [];
  return fields.filter((field) => {
    const { plain, unit } = parseFieldName(field);
    return (
      unit !== '%' && stems.some((stem) => plain.some((name) => ` ${name}`.includes(` ${stem}`)))
    );
  });
}

/** Names of columns are short; what is longer is a text that slipped into the header. */
const MAX_FIELD_NAME_LENGTH = 200;
/** `per 100 g`, `/100g`, `_100g`, `pro 100 ml`. */
const PER_100 =
  /(?:\/|(?<!\p{L})(?:per|pro|par|por|pour|pr\.?|je|in|op|cada|sur)[\s_]*|每|[\s_-]|(?<=\p{Ll}))\s*100[\s_]*(?:g|gr|gm|grams?|gramm|grammes|gramos|grammi|ml)(?![\p{L}\p{N}])\.?/giu;
/** A unit alone in parentheses or brackets: `Energy (kJ)`, `Iron [mg]`, `Copper_mg)`. */
const ENCLOSED_UNIT = /[([_\s]\s*([\p{L}µ%]+)\s*[)\]]/gu;
/** Unambiguous units, wherever they follow a name: `energy_kj_total`. */
const PLAIN_UNIT = /(?<=[^\p{L}\p{N}])(kcals?|kj|mg|µg|μg|ug|mcg|kilojoules?)(?![\p{L}\p{N}])/giu;
/** Units as the last word: `protein_g`, `Vit_A_IU`. */
const LAST_UNIT = /(?<=[\s_,])(g|iu|gr?ams?)\s*$/giu;
/** Energy and its unit in one word: `energykj`. */
const GLUED_UNIT = /(?<=en[ae]rg\p{L}{0,3})(kcal|kc|kj)$/giu;
const UNITS_IN_NAMES = [ENCLOSED_UNIT, PLAIN_UNIT, LAST_UNIT, GLUED_UNIT];

/** The unit in a field's name, such as `kJ` for `Energy (kJ)`, `energy_kj_100g` or `Kilojoules`. */
export function unitIn(field: string): string | undefined {
  const name = withoutPer100(field);
  const units = UNITS_IN_NAMES.flatMap((form) =>
    [...name.matchAll(form)].map(([, text = '']) => normalUnit(text)).filter(isUnit),
  );
  const whole = normalUnit(name);
  // `Calcium (% DV)`, `Iron %`: of a daily value, or of what nobody says.
  if (name.includes('%')) return '%';
  return units.at(-1) ?? (['kJ', 'kcal'].includes(whole) ? whole : undefined);
}

/** Whether a field says by its name that its amounts are per 100 g. */
export function isPer100(field: string): boolean {
  return withoutPer100(field) !== plainMarks(field);
}

function withoutPer100(field: string): string {
  return plainMarks(field)
    .replaceAll(PER_100, ' ')
    .replaceAll(/[([]\s*[)\]]|[\s_-]+$/g, ' ')
    .trim();
}

/** Without marks of footnotes, full-width letters as plain ones, `proteinG` as two words. */
function plainMarks(field: string): string {
  return field
    .slice(0, MAX_FIELD_NAME_LENGTH)
    .replaceAll(/[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰↓→]/g, '')
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ')
    .trim();
}

/** What stands before the names of its parts: `Minerals_Iron_mg`. */
const GROUP = /^(?:proximates|minerals|vitamins|lipids|(?:macro)?nutrients|nutrition)[\s_.:-]+/i;

/** Takes the name of a field apart. */
export function parseFieldName(field: string): FieldName {
  const name = withoutPer100(field);
  const bare = UNITS_IN_NAMES.reduce(
    (text, form) =>
      text.replaceAll(form, (part, unit: string) => (isUnit(normalUnit(unit)) ? ' ' : part)),
    name,
  );
  const plain = [
    field.slice(0, MAX_FIELD_NAME_LENGTH),
    plainMarks(field),
    name,
    bare,
    bare.replaceAll(/[([][^)\]]*[)\]]/g, ' '),
    bare.replace(GROUP, ''),
  ];
  return {
    plain: [...new Set(plain.map(plainText))].filter((text) => text !== ''),
    unit: unitIn(field),
  };
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
