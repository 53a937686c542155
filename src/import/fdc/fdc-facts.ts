import { RowSorter } from '../../catalog/sqlite/row-sorter.ts';

// Which facts of a food are collected from FoodData Central's CSV files; sorts them by food, on
// disk.

/** What a row of the download says of a food, and its values in this order. */
export const FACT = {
  /** Line, type, description, group. */
  food: 0,
  /** Place in the record, amount. */
  amount: 1,
  /** NDB number. */
  number: 2,
  /** Weight in grams, text. */
  portion: 3,
  /** Name. */
  commonName: 4,
  /** Manufacturer, group, barcode. */
  brand: 5,
};

type Value = string | number;

/** What is known of one id: the values of each kind of fact, in the order of the files. */
export interface FactsOfFood {
  readonly id: number;
  readonly of: (kind: number) => readonly (readonly string[])[];
}

/** The widest fact has four values. */
const FACT_WIDTH = 4;

/** What the files say of all foods, brought together by sorting it on disk. */
export class Facts {
  readonly #sorter = new RowSorter(1 + FACT_WIDTH);

  add(id: string, kind: number, ...values: readonly Value[]): void {
    const padding = Array.from({ length: FACT_WIDTH - values.length }, () => null);
    this.#sorter.add(Number(id), [kind, ...values, ...padding]);
  }

  *byFood(): Generator<FactsOfFood> {
    for (const { key, rows } of this.#sorter.groups()) {
      yield {
        id: key,
        of: (kind) =>
          rows
            .filter(([first]) => first === kind)
            .map(([, ...values]) => values.map((value) => String(value ?? ''))),
      };
    }
  }

  close(): void {
    this.#sorter.close();
  }
}
