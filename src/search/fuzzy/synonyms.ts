/** Other names of foods: what people type, and what the table may call it. */
export interface Synonyms {
  /** By the words of the typed name without the spaces between; each meaning as words. */
  readonly meanings: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The most words of a typed name. */
  readonly mostWords: number;
}

export const NO_SYNONYMS: Synonyms = { meanings: new Map(), mostWords: 0 };
