import { encodeXML } from 'entities';
import type { StoredValue } from '../src/food/decimal.ts';
import { elementAt } from '../src/search/flat-arrays.ts';
import { readCases } from './cases/read-cases.ts';
import { type Encoding, encodeText } from './encode-text.ts';
import { zipOf } from './import-cases.ts';

// Writes the same foods as tables in many forms: headers, units, decimal marks, workbooks.

/** The true values of a food, the same in every variant. */
export interface TrueFood {
  readonly description: string;
  readonly code: string;
  readonly amounts: Readonly<Record<string, number | null>>;
}

/** How a table is written: everything in which real tables differ without changing a value. */
export interface Variant {
  /** How a workbook stores text; `undefined` for a text file. */
  readonly workbook: 'shared texts' | 'inline texts' | undefined;
  /** One of {@link HEADERS}. */
  readonly language: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimal: '.' | ',';
  /** The thousands separator. */
  readonly thousands: '' | '.' | ',' | ' ' | '\u202f' | "'" | '’';
  readonly units:
    | 'parentheses'
    | 'per 100 g'
    | 'brackets'
    | 'underscore'
    | 'row'
    | 'columns'
    | 'none';
  readonly energy: 'kcal' | 'kJ' | 'kJ and kcal' | 'kJ without unit';
  readonly encoding: Encoding;
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly titles: number;
  readonly footnotes: number;
  readonly quotes: 'all' | 'needed';
  readonly trace: string;
  readonly missing: string;
  /** The marks around estimated values: `(12)`, `[12]`, `12*`. */
  readonly estimated: readonly [string, string];
  readonly blankRows: boolean;
}

/**
 * The columns after energy, in order. Sodium, calcium, iron, and vitamin C are in mg, the rest
 * in g.
 */
const COLUMNS = [
  'protein_g',
  'carbohydrate_g',
  'lipid_total_g',
  'fa_sat_g',
  'fa_mono_g',
  'fa_poly_g',
  'fiber_td_g',
  'sugar_g',
  'sodium_mg',
  'calcium_mg',
  'iron_mg',
  'vit_c_mg',
] as const;

const UNITS: Readonly<Record<string, string>> = {
  sodium_mg: 'mg',
  calcium_mg: 'mg',
  iron_mg: 'mg',
  vit_c_mg: 'mg',
};

/** Column names as in national tables, by language: code, name, energy, then those of COLUMNS. */
export const HEADERS: ReadonlyMap<string, readonly string[]> = new Map(
  readCases('import-headers.tsv')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [language = '', ...names] = line.split('\t');
      return [language, names];
    }),
);

const KJ_PER_KCAL = 4.184;

/** Encodes a table of these foods. */
export function tableAs(variant: Variant, foods: readonly TrueFood[]): Uint8Array {
  const rows = rowsAs(variant, foods);
  if (variant.workbook !== undefined) return workbookOf(rows, variant.workbook === 'shared texts');
  const text = rows
    .map((row) => row.map((cell) => written(variant, String(cell))).join(variant.delimiter))
    .join(variant.lineEnd);
  return encodeText(text + variant.lineEnd, variant.encoding);
}

/** The content of a cell: in a workbook, an amount without a mark is a number. */
type Cell = string | number;

function rowsAs(variant: Variant, foods: readonly TrueFood[]): readonly (readonly Cell[])[] {
  const names = HEADERS.get(variant.language) ?? [];
  const [code = '', name = '', energy = '', ...others] = names;
  const energies: readonly (readonly [string, string])[] = {
    kcal: [[energy, 'kcal'] as const],
    kJ: [[energy, 'kJ'] as const],
    'kJ and kcal': [[energy, 'kJ'] as const, [energy, 'kcal'] as const],
    'kJ without unit': [[energy, ''] as const],
  }[variant.energy];
  const columns: readonly (readonly [string, string])[] = [
    ...energies,
    ...COLUMNS.map((column, i) => [elementAt(others, i), UNITS[column] ?? 'g'] as const),
  ];
  const hasColumnsOfUnits = variant.units === 'columns';
  const header = [
    code,
    name,
    ...columns.flatMap(([title, unit]) => {
      const text = unit === '' ? title : titleWith(variant, title, unit);
      return hasColumnsOfUnits ? [text, 'Unit'] : [text];
    }),
  ];
  const rows: Cell[][] = [];
  for (let n = 0; n < variant.titles; n++)
    rows.push([`Food table, part ${n + 1}`, ...header.slice(1).map(() => '')]);
  rows.push(header);
  if (variant.units === 'row') rows.push(['', '', ...columns.map(([, unit]) => unit)]);
  for (const [n, food] of foods.entries()) {
    const kcal = food.amounts.kcal ?? null;
    const values = [
      ...energies.map(([, unit]) =>
        kcal === null || unit === 'kcal' ? kcal : Number((kcal * KJ_PER_KCAL).toFixed(6)),
      ),
      ...COLUMNS.map((column) => food.amounts[column] ?? null),
    ];
    const cells = values.flatMap((value, i) => {
      const cell = cellOf(variant, value, n + i);
      return hasColumnsOfUnits ? [cell, elementAt(columns, i)[1]] : [cell];
    });
    rows.push([food.code, food.description, ...cells]);
    if (variant.blankRows && n % 10 === 9) rows.push(header.map(() => ''));
  }
  for (let n = 0; n < variant.footnotes; n++)
    rows.push(
      ['', ...header.slice(1).map(() => '')],
      [`* Source ${n + 1}: see the manual.`, ...header.slice(1).map(() => '')],
    );
  return rows;
}

/**
 * Creates a workbook with one sheet (ECMA-376), without cells for empty values and with binary
 * floating-point numbers.
 */
function workbookOf(rows: readonly (readonly Cell[])[], hasSharedTexts: boolean): Uint8Array {
  const texts: string[] = [];
  const cell = (value: Cell, reference: string) => {
    if (value === '') return '';
    // As Excel writes numbers: 0.1 is 0.10000000000000001.
    if (typeof value === 'number') return `<c r="${reference}"><v>${value.toPrecision(17)}</v></c>`;
    const text = `<t xml:space="preserve">${encodeXML(value)}</t>`;
    if (!hasSharedTexts) return `<c r="${reference}" t="inlineStr"><is>${text}</is></c>`;
    return `<c r="${reference}" t="s"><v>${texts.push(`<si>${text}</si>`) - 1}</v></c>`;
  };
  const sheet = rows.map((row, n) => {
    const cells = row.map((value, i) => cell(value, `${columnName(i)}${n + 1}`));
    return `<row r="${n + 1}">${cells.join('')}</row>`;
  });
  return zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Foods" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>`,
  });
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A, B, … Z, AA, AB … */
function columnName(index: number): string {
  const last = elementAt(LETTERS, index % LETTERS.length);
  return index < LETTERS.length ? last : columnName(Math.floor(index / LETTERS.length) - 1) + last;
}

function titleWith({ units }: Variant, title: string, unit: string): string {
  switch (units) {
    case 'parentheses':
      return `${title} (${unit})`;
    case 'per 100 g':
      return `${title} (${unit}/100 g)`;
    case 'brackets':
      return `${title} [${unit}]`;
    case 'underscore':
      return `${title}_${unit}`;
    case 'row':
    case 'columns':
    case 'none':
      return title;
  }
}

function cellOf(variant: Variant, value: number | null, n: number): Cell {
  if (value === null) return variant.missing;
  if (value === 0 && n % 2 === 0) return variant.trace;
  const isNoted = n % 7 === 3;
  if (variant.workbook !== undefined && !isNoted) return value;
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, variant.thousands);
  const number = fraction === undefined ? grouped : `${grouped}${variant.decimal}${fraction}`;
  const [before, after] = variant.estimated;
  return isNoted ? `${before}${number}${after}` : number;
}

function written({ delimiter, quotes }: Variant, cell: string): string {
  const isQuoted =
    quotes === 'all' || cell.includes(delimiter) || cell.includes('"') || /[\r\n]/.test(cell);
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns the differences between the rows and the foods, one string per difference. */
export function differences(
  foods: readonly TrueFood[],
  rows: readonly Readonly<Record<string, StoredValue>>[],
): string[] {
  const wrong = rows.length === foods.length ? [] : [`${rows.length} foods`];
  return [...wrong, ...foods.flatMap((food, n) => differencesOf(food, rows[n] ?? {}))];
}

function differencesOf(
  { description, code, amounts }: TrueFood,
  row: Readonly<Record<string, StoredValue>>,
): string[] {
  const found = Object.entries(row).find(([column]) => column.toLowerCase() === 'code')?.[1];
  const wanted = Object.entries({ description, ...amounts });
  const wrong = wanted.filter(([column, value]) => !isClose(row[column] ?? null, value));
  return [
    ...(found === code ? [] : [`code ${String(found)}, not ${code}`]),
    ...wrong.map(
      ([column, value]) => `${description}: ${column} ${String(row[column])}, not ${value}`,
    ),
  ];
}

/** Compares with a tolerance for unit conversions. */
function isClose(actual: StoredValue, expected: string | number | null): boolean {
  if (typeof actual !== 'number' || typeof expected !== 'number') return actual === expected;
  return Math.abs(actual - expected) <= 1e-6 * Math.max(1, expected);
}
