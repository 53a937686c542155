import { unitsInMeasure } from '../../amount/amount-reader.ts';
import { gramsOf, ratioOf, type Unit } from '../../amount/units.ts';
import { BoundedMap, remember } from '../../cache/bounded-map.ts';
import type { PlainValue } from '../../food/decimal.ts';
import { elementAt, numberAt } from '../../search/flat-arrays.ts';
import { DECODER } from '../../search/utf8.ts';
import { PORTIONS } from './extra-columns.ts';
import type { FieldValuesData } from './field-values.ts';

// Writes the column `portions` of imported foods, and finds the foods with a portion in the typed
// unit.

/**
 * A household portion as a source describes it: its weight in grams, and its name, such as `1 cup`.
 */
export interface SourcePortion {
  readonly grams: PlainValue | undefined;
  readonly text: string;
}

/** A number, possibly a fraction, before a unit: `1 1/2 cups`, `0.5 cup`. */
const AMOUNT =
  /^(?:(\d+(?:\.\d+)?)\s+)?(?:(\d+)\/(\d+)|(\d*\.?\d+))(?:\s+(?=\S)|(?=(?:g|kg|ml|cl|dl|l|oz)\b))/i;

/**
 * Returns the portions as JSON for the `portions` column,
 * `[{"amount":1,"unit":"cup","grams":240}]`, without those that lack a weight or a name;
 * `undefined` if none are left.
 */
export function portionsJson(portions: readonly SourcePortion[]): string | undefined {
  const usable = portions.flatMap(({ grams, text }) => {
    const weight = grams === '' || grams === null ? Number.NaN : Number(grams);
    if (!(weight > 0) || !Number.isFinite(weight) || text.trim() === '') return [];
    return [{ ...amountAndUnit(text.trim()), grams: weight }];
  });
  return usable.length === 0 ? undefined : JSON.stringify(usable);
}

/** Splits text into amount and unit. Without a number, the amount is 1: `slice`. */
function amountAndUnit(text: string): { readonly amount: number; readonly unit: string } {
  const [found, whole, over, under, plain] = AMOUNT.exec(text) ?? [];
  if (found === undefined) return { amount: 1, unit: text };
  const fraction = plain === undefined ? Number(over) / Number(under) : Number(plain);
  const amount = fraction + Number(whole ?? 0);
  // `1/0 cup` has no valid amount, and `3 4 pieces` has more than one.
  const isOne =
    Number.isFinite(amount) && amount > 0 && (whole === undefined || over !== undefined);
  return isOne ? { amount, unit: text.slice(found.length) } : { amount: 1, unit: text };
}

/** The maximum length of a list in bytes. An answer may need a hundred lists. */
const MAX_LIST_BYTES = 4_096;

/** The minimum number of cached measures. Most tables have far fewer distinct ones. */
const MIN_CACHED_MEASURES = 5_000;

/** The measures of a table's foods, from its column `portions`. */
export class FoodMeasures {
  readonly #values: FieldValuesData;
  /** The index of the column in the fields; -1 if the table does not have it. */
  readonly #index: number;
  /** Caches the units in each measure. */
  readonly #known = new BoundedMap<string, ReadonlyMap<Unit, number>>(MIN_CACHED_MEASURES);

  constructor(values: FieldValuesData) {
    this.#values = values;
    this.#index = values.names.indexOf(PORTIONS);
  }

  /**
   * Sorts the rows so that, among rows with the same score, those whose measures say what the unit
   * weighs come first. For a unit of volume, the weight of any other volume is enough.
   *
   * @param scores per row, ascending
   */
  withUnitFirst(rows: Uint32Array, scores: readonly number[], unit: Unit): Uint32Array {
    if (this.#index === -1 || gramsOf(unit) !== undefined) return rows;
    const foods = Array.from(rows, (row, i) => {
      const isAlone = scores[i] !== scores[i - 1] && scores[i] !== scores[i + 1];
      const lacksUnit = !isAlone && !this.#has(row, unit);
      return { row, score: elementAt(scores, i), order: Number(lacksUnit) };
    });
    foods.sort((a, b) => a.score - b.score || a.order - b.order);
    return Uint32Array.from(foods, ({ row }) => row);
  }

  #has(row: number, unit: Unit): boolean {
    const units = this.#measuresOf(row).flatMap((measure) => [
      ...remember(this.#known, measure, () => unitsInMeasure(measure)).keys(),
    ]);
    return units.some((one) => one === unit || ratioOf(one, unit) !== undefined);
  }

  /** Returns the measures of a row's food; none if its value is not a list or is too long. */
  #measuresOf(row: number): string[] {
    const { names, bytes, starts } = this.#values;
    const at = row * names.length + this.#index;
    const [start, end] = [numberAt(starts, at), numberAt(starts, at + 1)];
    if (end - start > MAX_LIST_BYTES) return [];
    const list: unknown = JSON.parse(DECODER.decode(bytes.subarray(start, end)));
    return Array.isArray(list) ? list.map(({ unit }: { unit: string }) => unit) : [];
  }
}
