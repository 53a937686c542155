import { isUnit, normalUnit } from '../../food/nutrient-units.ts';
import { isAmountText, markerOf } from '../cell-amount.ts';
import type { CsvRecord } from '../files/csv-records.ts';
import { basisIn, isAmountName, isKnownName, plainText, unitIn } from './column-names.ts';

// Finds the header (perhaps of several rows), the row of units, and the first food of a table.
// Limits how many rows are searched.

/** The rows of the header and the units, for tables in which they are not detected. */
export interface LayoutOptions {
  /** The row of the header, from 1; 0 if there is none. */
  readonly headerRow?: number | undefined;
  /** The row of the units, from 1; 0 if there is none. */
  readonly unitsRow?: number | undefined;
}

/** How many rows are searched for the header. */
export const LAYOUT_ROWS = 40;
/** The maximum number of rows between a header and the first food: units, tagnames, long names. */
const MAX_ROWS_BELOW_HEADER = 4;

type Rows = readonly (readonly string[])[];

/** The two bases that a table may have side by side, as {@link basisIn} returns them. */
const BASES = ['per serving', 'per 100 g'];

/**
 * Finds the header, the row of units and the first food of a table from its first rows.
 *
 * @returns the names of the columns with their units (`1`, `2` … if there is no header), how many
 * rows come before the first food, and the strings around the header
 */
export function findLayout(rows: readonly CsvRecord[], { headerRow, unitsRow }: LayoutOptions) {
  const cells = rows.map(({ values }) => values.map((value) => value.trim()));
  const at = headerRow === undefined ? headerAmong(cells) : headerRow - 1;
  const header = at === undefined ? undefined : cells[at];
  if (at === undefined || header === undefined) {
    const width = Math.max(0, ...cells.map(({ length }) => length));
    const header = Array.from({ length: width }, (_, i) => String(i + 1));
    return { header, hasHeader: false, rowsBefore: 0, titles: [] };
  }
  let next = at + 1;
  const last = at + MAX_ROWS_BELOW_HEADER;
  while (next <= last && isBelowHeader(cells[next] ?? [], header)) next += 1;
  const above = cells.slice(0, at).toReversed();
  // A row with numbers, such as a row of IDs, is not used for names of nutrients.
  const below = cells.slice(at + 1, next).filter((row) => !row.some(isAmountText));
  const around = [...below, ...above];
  const units = unitsRow === undefined ? around.find(isRowOfUnits) : cells[unitsRow - 1];
  next = Math.max(next, unitsRow ?? 0);
  const ofColumns = unitColumns(header, cells.slice(next));
  const blocks = around.find((row) => BASES.every((per) => row.map(basisIn).includes(per))) ?? [];
  // The header may be shorter, since its last cells are missing if they are empty.
  const wide = blocks.length > header.length ? blocks.map((_, i) => header[i] ?? '') : header;
  const names = wide.map((name, i) => otherName(name, i, above, below) ?? name);
  return {
    header: names.map((one, i) => {
      const name = one || (units?.[i] || blocks[i] ? nameBefore(names, i) : '');
      const whole = withUnit(name || `column ${i + 1}`, units?.[i] ?? ofColumns[i]);
      return isAmountName(name) ? `${whole}${columnBasis(blocks, i)}` : whole;
    }),
    hasHeader: true,
    rowsBefore: next,
    titles: around.flat(),
  };
}

/**
 * Returns a column's name from another header row if the main row has no known name for it: a
 * tagname below, a known name above, or a group above that completes it (`Vitamin` above `C`).
 *
 * @param above - the rows above the main row, nearest first
 */
function otherName(name: string, index: number, above: Rows, below: Rows): string | undefined {
  if (name !== '' && isKnownName(name)) return undefined;
  const isName = (cell: string) => !isUnit(bareUnit(cell)) && isKnownName(cell);
  const under = below.map((row) => row[index] ?? '').find(isName);
  if (under !== undefined) return under;
  const over = above
    .map((row) => row[index] ?? '')
    .find((cell) => isName(cell) && (name === '' || !isAmountName(cell)));
  if (over !== undefined || name === '') return over;
  const groups = above.map((row) => row[index] || nameBefore(row, index)).filter(Boolean);
  return groups.flatMap((group) => [`${group} ${name}`, `${name} ${group}`]).find(isName);
}

/**
 * Returns the row with the most distinct known names. If no row has more than one, returns the
 * first row, unless it is a food.
 */
function headerAmong(rows: Rows): number | undefined {
  const known = rows.map(
    (row) => new Set(row.filter((cell) => !isUnit(bareUnit(cell)) && isKnownName(cell))).size,
  );
  const most = Math.max(0, ...known);
  // A single known name may be a food: honey, water.
  if (most > 1 || (most > 0 && known[0] === most)) return known.indexOf(most);
  const first = rows[0]?.filter((cell) => cell !== '') ?? [];
  return first.filter(isAmountText).length * 3 > first.length ? undefined : 0;
}

/** Checks whether a row describes the columns, with units or tagnames instead of amounts. */
function isBelowHeader(row: readonly string[], header: readonly string[]): boolean {
  const isName = (cell: string) => isKnownName(cell) && !isAmountName(cell);
  if (isRowOfUnits(row)) return true;
  // Below the header, a row of nutrient IDs may repeat the name of a column without amounts, such as
  // `↓FoodName`.
  const isNamed = (cell: string, i: number) =>
    cell !== '' && (header[i] === '' || header[i] === cell) && isName(cell);
  if (row.some(isNamed) && !row.some((cell) => /\d[.,]\d/.test(cell))) return true;
  const words = row.filter((cell, i) => {
    const isFilled = /\p{L}/u.test(cell) && !isAmountText(cell) && markerOf(cell) === undefined;
    return isFilled && isAmountName(header[i] ?? '');
  });
  return words.length > 1 && row.every((cell) => !isAmountText(cell));
}

/** Checks whether most of the cells are units. */
function isRowOfUnits(row: readonly string[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  const units = filled.filter((cell) => unitOf(cell) !== undefined);
  return units.length * 2 > filled.length && !filled.some(isAmountText);
}

/** Returns the unit in `g`, `(mg)`, `g/100 g` or `milligram (mg)`. */
export function unitOf(cell: string): string | undefined {
  if (isAmountText(cell)) return undefined;
  const unit = bareUnit(cell);
  return isUnit(unit) ? unit : unitIn(` ${cell}`);
}

function bareUnit(cell: string): string {
  return normalUnit(
    cell.replaceAll(/^[([]|[)\]]$/g, '').replace(/\s*(?:\/|per)\s*100\s*g.*$/i, ''),
  );
}

/** Matches the name of a column of units. */
const OF_UNITS = /^(?:units?|einheit|unite|unidad|unita|eenheid)\b/;

/** Returns the units that have their own column next to the amounts: `Protein`, `Unit`. */
function unitColumns(header: readonly string[], foods: Rows): readonly (string | undefined)[] {
  const areUnits = header.map((name) => OF_UNITS.test(plainText(name)));
  return areUnits.map((isOfUnits, i) => {
    if (!areUnits[i + 1] || isOfUnits) return undefined;
    const units = foods.map((row) => row[i + 1] ?? '').filter((cell) => cell !== '');
    return units.every((unit) => unit === units[0]) ? units[0] : undefined;
  });
}

/** Returns the nearest name to the left, for a header above two columns. */
function nameBefore(header: readonly string[], index: number): string {
  return header.slice(0, index).findLast((name) => name !== '') ?? '';
}

/** Returns the basis of the amounts in a column from a row whose cells span several columns. */
function columnBasis(row: readonly string[], index: number): string {
  const per = basisIn(row[index] || nameBefore(row, index));
  return per === undefined ? '' : ` (${per})`;
}

function withUnit(name: string, cell: string | undefined): string {
  const unit = cell === undefined ? undefined : unitOf(cell);
  if (unit === undefined) return cell?.includes('/') ? `${name} (${cell})` : name;
  return unitIn(name) === unit ? name : `${name} (${unit})`;
}
