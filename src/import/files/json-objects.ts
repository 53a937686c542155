import { messageOf } from '../../errors/user-error.ts';
import { ImportError } from '../import-error.ts';
import type { FindingCounts } from '../import-report.ts';
import { isRecord, type RawRecord } from '../record-source.ts';
import { JsonElements, MAX_JSON_BYTES } from './json-elements.ts';
import { LINE_FEED } from './text-decoding.ts';

// Reads a JSON file of foods, or one with an object per line: the longest line, the errors.

/** More at once would be parsed before the first of them is looked at. */
const JSON_SLICE_BYTES = 2 ** 16;

/**
 * The values in the array of a JSON file, which is the whole file or the member of an object, such
 * as FoodData Central's `{"FoundationFoods": […]}`. The file may be larger than memory.
 *
 * @param name - the file, for errors
 * @throws ImportError where the file is not JSON
 */
export async function* readJsonArray(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  const elements = new JsonElements((value) => batch.push(value));
  try {
    for await (const chunk of chunks) {
      // A file without line breaks is decoded in large pieces.
      for (let at = 0; at < chunk.length; at += JSON_SLICE_BYTES) {
        elements.write(chunk.subarray(at, at + JSON_SLICE_BYTES));
        yield batch;
        batch = [];
      }
    }
    elements.end();
  } catch (error) {
    throw notJson(name, error);
  }
}

/**
 * The values in a file of JSON lines, or the one object of a file whose first line opens it alone.
 *
 * @param name - the file, for errors
 * @throws ImportError where a line is not JSON
 */
export async function* readJsonLines(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<unknown[]> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let line = 0;
  const parse = (text: string): unknown[] => {
    line += 1;
    if (text.trim() === '') return [];
    try {
      return [JSON.parse(text)];
    } catch (error) {
      throw new ImportError(name, `line ${line} is not JSON (${lineOf(error)}).`, {
        cause: error,
      });
    }
  };
  let isOne: boolean | undefined;
  for await (const chunk of chunks) {
    isOne ??= /^\s*\{\s*\n/.test(chunk.toString('latin1', 0, 100));
    const end = isOne ? 0 : chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes > MAX_JSON_BYTES) {
        throw new ImportError(name, `line ${line + 1} is longer than 16 MiB.`);
      }
      continue;
    }
    const text = Buffer.concat([...pending, chunk.subarray(0, end - 1)]).toString('utf8');
    pending = [chunk.subarray(end)];
    pendingBytes = chunk.length - end;
    yield text.split('\n').flatMap(parse);
  }
  yield parse(Buffer.concat(pending).toString('utf8'));
}

/** The records of JSON objects; other values are counted. */
export async function* objectRecords(
  batches: AsyncIterable<readonly unknown[]>,
  findings: FindingCounts,
  toRecord: (item: Readonly<Record<string, unknown>>, place: number) => RawRecord[],
): AsyncGenerator<RawRecord[]> {
  let place = 0;
  for await (const batch of batches) {
    yield batch.flatMap((item) => {
      place += 1;
      if (isRecord(item)) return toRecord(item, place);
      findings.add('not-an-object', place, () => JSON.stringify(item));
      return [];
    });
  }
}

function notJson(name: string, error: unknown): unknown {
  // Faults of the file system have codes, and are not about JSON.
  if (error instanceof ImportError || (error instanceof Error && 'code' in error)) return error;
  return new ImportError(name, `it is not JSON (${lineOf(error)}).`, { cause: error });
}

/** What the parsers say, which may show the file's line breaks, in one line. */
function lineOf(error: unknown): string {
  return messageOf(error).replace(/\s+/g, ' ');
}
