import type { RawRecord, RawValue, RecordSource } from './record-source.ts';
import { parseFieldName } from './table/column-names.ts';

// Looks at the first records of a source to tell food names from sentences, and what the amounts
// are per.

/** How many records are read in advance. */
const SAMPLE_RECORDS = 5_000;
const WIDE_COLUMNS = 800;

/** Returns the first records separately, and all of them as a stream. */
export async function sampled({ batches }: RecordSource): Promise<{
  readonly sample: readonly RawRecord[];
  readonly batches: AsyncIterable<readonly RawRecord[]>;
  /** Closes the source, even if it was not read to its end. */
  readonly end: () => Promise<unknown>;
}> {
  const start: (readonly RawRecord[])[] = [];
  let records = 0;
  const rest = (async function* (): AsyncGenerator<readonly RawRecord[], undefined> {
    yield* batches;
  })();
  while (records < SAMPLE_RECORDS) {
    const { done, value } = await rest.next();
    if (done) break;
    start.push(value);
    // Wide records count for more.
    records += value.length * Math.max(1, (value[0]?.values.length ?? 0) / WIDE_COLUMNS);
  }
  return {
    sample: start.flat(),
    batches: (async function* () {
      yield* start;
      yield* rest;
    })(),
    end: () => rest.return(undefined),
  };
}

/** Returns the fields that may hold food names, with those that hold sentences last. */
export function namesFirst(
  { header, descriptionFields }: RecordSource,
  sample: readonly RawRecord[],
): readonly string[] {
  const textsOf = (field: string) => {
    const at = header.indexOf(field);
    return sample.map(({ values }) => String(values[at] ?? '').trim()).filter(Boolean);
  };
  const lengths = descriptionFields.map((field) => {
    const texts = textsOf(field);
    const areNames = new Set(texts).size * 2 > sample.length;
    return areNames ? texts.join('').length : Number.POSITIVE_INFINITY;
  });
  const isProse = (field: string) => {
    const texts = textsOf(field);
    const isLong = texts.join('').length > PROSE_LENGTH * Math.min(...lengths);
    return isLong || texts.filter((text) => SENTENCE.test(text)).length * 2 > texts.length;
  };
  return descriptionFields.toSorted((a, b) => Number(isProse(a)) - Number(isProse(b)));
}

/** At least five words and a final punctuation mark. */
const SENTENCE = /(?:\S+\s+){4}\S*[.!?。]$/;
/** Texts more than this many times as long as the shortest names are descriptions. */
const PROSE_LENGTH = 3;

/**
 * Matches `100 g`, `per 100g edible portion`, and a bare `100`, which counts only in columns such
 * as `qty`.
 */
export const IS_OF_100 = /^(?:per\s*)?100(?:\s*(?:g|gr|gm|grams?|ml|millilit(?:er|re)s?)\b|$)/i;
const BASIS_NAME =
  /^(?:(?:base|reference) )?(?:amount|qty|quantity|basis|cantidad|quantidade|menge|quantite|quantita|serving(?: size)?(?: g)?)(?: base)?$/;

/** Returns the index of a column that says that most amounts are per 100 g; -1 if there is none. */
export function basisColumn(header: readonly string[], sample: readonly RawRecord[]): number {
  return header.findIndex((name, at) => {
    const texts = sample.map(({ values }) => String(values[at] ?? '')).filter(Boolean);
    const isOf100 = (text: string) =>
      IS_OF_100.test(text) &&
      (text !== '100' || parseFieldName(name).plain.some((one) => BASIS_NAME.test(one)));
    return texts.length > 0 && texts.filter(isOf100).length * 2 > texts.length;
  });
}

/** Returns the texts that are the same in all records, such as `per serving`. */
export function constants([first, ...others]: readonly RawRecord[]): readonly string[] {
  const isSame = (value: RawValue, at: number) =>
    others.every(({ values }) => values[at] === value);
  return (first?.values ?? []).filter(isSame).map(String);
}
