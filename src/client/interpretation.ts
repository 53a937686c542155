// The types of what a query was taken for (`match=fuzzy`), as the header of the service has it.

/** What a word of a query, or some together, were taken for with `match: 'fuzzy'`. */
export interface Reading {
  /** As typed, in lower case and without accents. */
  readonly typed: string;
  /**
   * `word`: the word itself, in any form. `beginning`: words that begin with it. `name`: another name
   * of the same food. `slip`: a word that differs by slips of the keys. `none`: none of the first
   * foods has it.
   */
  readonly manner: 'word' | 'beginning' | 'name' | 'slip' | 'none';
  /** With `name`, the other name; with `slip`, the word that was meant. */
  readonly taken?: string;
  /** With `name`: the language of the name, where it is the one that was asked for. */
  readonly lang?: string;
  /**
   * The words of the descriptions that met it, in lower case and without accents. With `beginning`,
   * these are all that begin with `typed`.
   */
  readonly marks?: readonly string[];
}

/** What a query was taken for. */
export interface Interpretation {
  readonly readings: readonly Reading[];
  /** How much of the food the query asks for, such as 2 in `2 cups of milk`; missing where it does not. */
  readonly amount?: number;
  /** The ends of the range that was asked for, such as 2 and 3; `amount` is their middle. */
  readonly range?: readonly [least: number, most: number];
  /** What the amount counts, such as `cup` or `large`; missing where it counts foods. */
  readonly unit?: string;
  /** How many different words were not looked at: those beyond the first 16. */
  readonly droppedCount: number;
  /** Whether all readings had room. */
  readonly isComplete: boolean;
}
