import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import { readNutrients } from '../../catalog/nutrients.ts';
import { KEY_NAMES } from '../../catalog/table/extra-columns.ts';
import { isUnit, normalUnit, unitFactor } from '../../food/nutrient-units.ts';
import { dataRows } from '../data-rows.ts';
import { repairMojibake } from '../files/text-decoding.ts';

// Recognizes the columns of other tables by name (data/column-names.tsv), and a unit in a name:
// "Energy (kJ/100 g)".

/** A parsed column name: `Protéines (g/100 g)` is `proteines` in `g`. */
export interface FieldName {
  /**
   * Readings of the name in plain lowercase letters, best first: the whole name, then without its
   * unit, text in parentheses, or group.
   */
  readonly plain: readonly string[];
  readonly unit: string | undefined;
}

/**
 * For each of our columns, its own names and the names in other tables, best first, in plain form.
 * Also beginnings of words, or short whole words, that suggest the column if no name is known.
 */
const COLUMN_NAMES = readColumnNames();

function readColumnNames() {
  const others = new Map(dataRows('column-names.tsv').map((row) => [row[0], row]));
  const plainTexts = (texts = '') => texts.split('; ').map(plainText).filter(Boolean);
  const ours = readNutrients().map(({ column, title, infoods = '' }) => [column, title, infoods]);
  return new Map(
    [['code'], ...ours].map(([column = '', ...more]) => {
      const [, names, stems] = others.get(column) ?? [];
      const first = column === 'description' ? '' : column;
      const all = [first, ...plainTexts(names), column, ...more].map(plainText).filter(Boolean);
      return [column, { names: all, stems: plainTexts(stems) }] as const;
    }),
  );
}

/** Returns a column's names in plain form, from `data/column-names.tsv` and `nutrients.csv`. */
export function namesOf(column: string): readonly string[] {
  return COLUMN_NAMES.get(column)?.names ?? [];
}

/**
 * Returns the fields whose names suggest this column: `Mettet fett, sum` suggests saturated fat.
 */
export function fieldsLike(column: string, fields: readonly string[]): readonly string[] {
  const stems = COLUMN_NAMES.get(column)?.stems ?? [];
  return fields.filter((field) => {
    const { plain, unit } = parseFieldName(field);
    if (unit === '%') return false;
    return stems.some((stem) => {
      // Short stems are whole words: `HC sumados`, not `cholesterol`.
      const end = /^\w\w?$/.test(stem) ? ' ' : '';
      return plain.some((name) => ` ${name}${end}`.includes(` ${stem}${end}`));
    });
  });
}

/** Returns the fields for which a condition holds, or all fields if it holds for none. */
export function prefer<T>(fields: readonly T[], applies: (field: T) => boolean): readonly T[] {
  return fields.some(applies) ? fields.filter(applies) : fields;
}

/** Column names are short, so the rest of a longer string is ignored. */
const MAX_FIELD_NAME_LENGTH = 200;
/** Matches `per 100 g`, `/100g`, `_100g`, `pro 100 ml`, and a final `_100`. */
const PER_100 =
  /(?:\/|(?<!\p{L})(?:per|pro|par|por|pour|pr\.?|je|in|op|cada|sur|for|für|para|à|na|на)[\s_]*|每|[\s_-]|(?<=\p{Ll}))\s*100[\s_]*(?:g|gr|gm|grams?|gramm|grammes|gramos|grammi|ml)(?![\p{L}\p{N}])\.?|(?<=\p{L}{2})[\s_](?:per[\s_])?100$/giu;
/** Only a unit in parentheses or brackets: `Energy (kJ)`, `Iron [mg]`, `Copper_mg)`. */
const ENCLOSED_UNIT = /[([_\s]\s*([\p{L}µ%]+)\s*[)\]]/gu;
/** Unambiguous units, wherever they follow a name: `energy_kj_total`. */
const PLAIN_UNIT =
  /(?<=[^\p{L}\p{N}])(?:in[ _])?(kcals?|kj|mg|µg|μg|ug|mcg|kilojoules?|ккал|кдж|мг|мкг)(?![\p{L}\p{N}])/giu;
/** Units as the last word: `protein_g`, `Vit_A_IU`, `Fat/g`. */
const LAST_UNIT = /(?<=[\s_,/])(g|iu|gr?am+[aeo]?s?|г)\s*$/giu;
/** Energy and its unit as one word: `energykj`, `ENERCKCAL`. */
const ATTACHED_UNIT = /(?<=en[ae]r[cg]\p{L}{0,3})(kcal|kc|kj)$/giu;
/**
 * Matches a percentage of the daily value or of something unspecified (`Calcium (% DV)`, `Iron %`),
 * a basis other than 100 g (`mg/g`, but not `Fat/g`), and `Sodium (as salt)`, since salt is not all
 * sodium.
 */
const SHARE =
  /%|percent|(?<!\p{L})ppm(?!\p{L})|(?:(?:(?<!\p{L})per|(?<=(?<!\p{L})(?:[kmuµμ]?c?g|k?cals?|kj)|[\d)\]])\s*\/)\s*g|(?:\/|(?<!\p{L})per)\s*(?:kg|m?l|lb|oz|mj|\d+\s*(?:kcal|kj|mj)))(?!\p{L})|(?<!\p{L})(?:salt|nacl|salz|sel|sal|sale|zout)(?!\p{L})/iu;
/** Matches words for energy. */
const ENERGY_WORD = /^(?:k?cals?$|k?calor|kj|energ|kalor)/;
/** Matches words for fat. */
const FAT_WORD = /^(?:fat|fett|lipid|grasa|graiss|gordur|grass[io])/;
/** How many words apart energy and fat may be: three in `Energy from saturated fat`. */
const MAX_WORDS_APART = 3;
const UNITS_IN_NAMES = [ENCLOSED_UNIT, PLAIN_UNIT, LAST_UNIT, ATTACHED_UNIT];

/** Returns the unit in a field's name: `kJ` in `energy_kj_100g` or `Kilojoules`; `%` for shares. */
export function unitIn(field: string): string | undefined {
  const name = withoutPer100(field);
  const units = UNITS_IN_NAMES.flatMap((form) =>
    [...name.matchAll(form)].map(([, text = '']) => normalUnit(text)).filter(isUnit),
  );
  const whole = normalUnit(name);
  const unit = units.at(-1) ?? (['kJ', 'kcal'].includes(whole) ? whole : undefined);
  return SHARE.test(name) || (isEnergyOfFat(name) && !unitFactor(unit ?? '', 'g')) ? '%' : unit;
}

/** Checks whether a name means the energy from fat, not that of the whole food. */
function isEnergyOfFat(name: string): boolean {
  const words = plainText(name).split(' ');
  const fat = words.findIndex((word) => FAT_WORD.test(word));
  const near = words.slice(Math.max(0, fat - MAX_WORDS_APART), fat + MAX_WORDS_APART + 1);
  return fat >= 0 && near.some((word) => ENERGY_WORD.test(word));
}

/** Checks whether the name of a field says that its amounts are per 100 g. */
export function isPer100(field: string): boolean {
  return withoutPer100(field) !== plainMarks(field);
}

/** Matches `per serving`, `pro Portion`, and a bare `serving` or `30 g`. */
const PER_SERVING =
  /(?:^|(?<!\p{L})(?:per|pro|par|por|pr|je|cada|op)[\s_.-]*)(?:serving|portion|porci[oó]n|porção|porzione|portie|\d+(?:[.,]\d+)?\s?(?:g|ml))(?!\p{L})/iu;

/**
 * Returns the basis, `per 100 g` or `per serving`, of all amounts below a label, which is the name
 * of an object or a cell above several columns.
 */
export function basisIn(text: string): string | undefined {
  if (isPer100(text) || /^(?:hundred|100[\s_-]*(?:g|ml))(?!\p{L})/iu.test(text)) return 'per 100 g';
  return PER_SERVING.test(plainMarks(text)) ? 'per serving' : undefined;
}

function withoutPer100(field: string): string {
  return plainMarks(field)
    .replaceAll(PER_100, ' ')
    .replaceAll(/[([]\s*[)\]]|[\s_-]+$/g, ' ')
    .trim();
}

/** Matches what tools append to repeated names: `Protein.1`, `Protein...3`, `Protein (g)2`. */
const NUMBER_OF_REPEATED =
  /(?: \(\d\)|(?<=\p{L}{2}|\))\.{1,3}\d{1,2}|(?<=\))_?\d|(?<=\p{L}{3})_\d)$/u;

/**
 * Removes footnote marks, soft hyphens and numbers of repeated names, makes full-width letters
 * plain, restores the parentheses in R's `Protein..g.`, and splits `proteinG` into words.
 */
function plainMarks(field: string): string {
  return repairMojibake(field.slice(0, MAX_FIELD_NAME_LENGTH))
    .replaceAll(/[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰↓→\p{Cf}]/gu, '')
    .normalize('NFKC')
    .replace(NUMBER_OF_REPEATED, '')
    .replace(/\.\.([\p{L}µ]+)\.+$/u, ' ($1)')
    .replaceAll(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ')
    .trim();
}

/** Groups that begin a name: `Minerals_Iron_mg`, `Data.Fat.Saturated Fat`, `nf_protein`. */
const GROUP =
  /^(?:data\.(?:(?:fat|major minerals)\.)?)?(?:(?:nf|proximates|minerals|vitamins|lipids|(?:macro)?nutrients|nutrition)[\s_.:-]+)?/i;

/**
 * A cache of parsed names, limited by their total length. In JSON, names are repeated for every
 * food.
 */
const PARSED = new BoundedMap<string, FieldName>(2 ** 16, ({ length }) => length);

/** Parses the name of a field. */
export function parseFieldName(field: string): FieldName {
  return remember(PARSED, field, () => {
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
      bare.replaceAll(/[([<][^)\]>]*[)\]>]/g, ' '),
      bare.replace(GROUP, ''),
      // A tagname in the last line: `Protein, total\n(g)\nPROTCNT(g)`.
      /\n\s*([A-Z]{2}[A-Z\d]*)\s*$/.exec(bare)?.[1] ?? '',
    ];
    return {
      plain: [...new Set(plain.map(plainText))].filter((text) => text !== ''),
      unit: unitIn(field),
    };
  });
}

/** Returns lowercase letters and digits without diacritics, with single spaces between words. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<=\p{sc=Han}) (?=\p{sc=Han})/gu, '')
    .trim();
}

/** Checks whether other tables use this name for one of our columns. */
export function isKnownName(field: string): boolean {
  return (
    KEY_NAMES.includes(field.toLowerCase()) ||
    (/\p{L}/u.test(field) && parseFieldName(field).plain.some((name) => ALL_NAMES.has(name)))
  );
}

/** Checks whether other tables use this name for the column of food names. */
export function isFoodName(field: string): boolean {
  return namesOf('description').includes(plainText(field));
}

/** Checks whether other tables use this name for amounts. */
export function isAmountName(field: string): boolean {
  return parseFieldName(field).plain.some((name) => AMOUNT_NAMES.has(name));
}

const ALL_NAMES: ReadonlySet<string> = new Set([...COLUMN_NAMES.keys()].flatMap(namesOf));
const AMOUNT_NAMES: ReadonlySet<string> = new Set(
  readNutrients()
    .filter(({ column, unit }) => unit !== undefined && !column.startsWith('gmwt'))
    .flatMap(({ column }) => namesOf(column)),
);
