import { StringDecoder } from 'node:string_decoder';
import { messageOf } from '../../errors/user-error.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import { isRecord, type Json, type RawRecord } from '../record-source.ts';
import { JsonElements, MAX_JSON_BYTES, type OnText } from './json-elements.ts';
import { LINE_FEED } from './text-decoding.ts';

// Reads a JSON file of foods, or a file with one object per line. Limits the length of lines.

/** How many bytes are parsed at a time. Small slices make the first values available early. */
const JSON_SLICE_BYTES = 2 ** 16;

/**
 * Yields the values in the array of a JSON file: the whole file or a member of an object, such as
 * FoodData Central's `{"FoundationFoods": […]}`. The file may be larger than memory.
 *
 * @param name - the file, for errors
 * @param onText - called with the strings outside the list
 * @throws ImportError if the file is not JSON
 */
export async function* readJsonArray(
  name: string,
  chunks: AsyncIterable<Buffer>,
  onText?: OnText,
): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  const elements = new JsonElements((value) => batch.push(value), onText);
  try {
    for await (const chunk of chunks) {
      // A file without line breaks arrives in large chunks.
      for (let at = 0; at < chunk.length; at += JSON_SLICE_BYTES) {
        elements.write(chunk.subarray(at, at + JSON_SLICE_BYTES));
        yield batch;
        batch = [];
      }
    }
    elements.end();
  } catch (error) {
    // File system errors have codes, and are not about JSON.
    if (error instanceof ImportError || (error instanceof Error && 'code' in error)) throw error;
    throw new ImportError(name, `it is not JSON (${lineOf(error)}).`, { cause: error });
  }
}

/**
 * Yields the values in a JSON Lines file, or the one object of a file whose first line is only `{`.
 *
 * @param name - the file, for errors
 * @throws ImportError if a line is not JSON
 */
export async function* readJsonLines(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<unknown[]> {
  const decoder = new StringDecoder();
  let rest = '';
  let line = 0;
  const parse = (text: string): unknown[] => {
    line += 1;
    if (text.trim() === '') return [];
    try {
      return [JSON.parse(text)];
    } catch (error) {
      throw new ImportError(name, `line ${line} is not JSON (${lineOf(error)}).`, { cause: error });
    }
  };
  let isOne: boolean | undefined;
  for await (const chunk of chunks) {
    isOne ??= /^\s*\{\s*\n/.test(chunk.toString('latin1', 0, 100));
    rest += decoder.write(chunk);
    if (!isOne && chunk.includes(LINE_FEED)) {
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield lines.flatMap(parse);
    } else if (rest.length > MAX_JSON_BYTES)
      throw new ImportError(name, `line ${line + 1} is longer than 16 MiB.`);
  }
  yield parse(rest);
}

/** Yields the records of JSON objects, and counts other values as findings. */
export async function* objectRecords(
  batches: AsyncIterable<readonly unknown[]>,
  findings: FindingCounts,
  toRecord: (item: Json, place: number) => RawRecord[],
): AsyncGenerator<RawRecord[]> {
  let place = 0;
  for await (const batch of batches) {
    yield batch.flatMap((item) => {
      place += 1;
      if (isRecord(item)) return toRecord(item, place);
      findings.add('not-an-object', () => JSON.stringify(item), place);
      return [];
    });
  }
}

/** Returns a parser's message on one line. It may quote line breaks from the file. */
function lineOf(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ');
}
