import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { type CsvDialect, type CsvRecord, readCsvRecords } from './csv-records.ts';

const COMMA: CsvDialect = { delimiter: ',', quote: '"' };
const TABS: CsvDialect = { delimiter: '\t', quote: '"' };

async function read(text: string, dialect = COMMA, chunkSize = 7) {
  const chunks = (async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  })();
  const records = [];
  for await (const batch of readCsvRecords('foods.csv', chunks, dialect))
    records.push(...batch.map(({ place, values }) => ({ place, values })));
  return records;
}

test.each<[string, string, string[][], CsvDialect?]>([
  ['quoted fields', 'a,"b, ""c"""\n', [['a', 'b, "c"']]],
  [
    'line breaks in fields',
    'a,"b\nc"\nd,e\n',
    [
      ['a', 'b\nc'],
      ['d', 'e'],
    ],
  ],
  [
    'quotes inside fields',
    '5" disc,1\n"x" y,2\n"a ""b"" c" d,3\n',
    [
      ['5" disc', '1'],
      ['"x" y', '2'],
      ['"a "b" c" d', '3'],
    ],
  ],
  [
    'spaces around quoted fields',
    'a, "b, c" , d\n"e" ,"f, g",h\n',
    [
      ['a', 'b, c', ' d'],
      ['e', 'f, g', 'h'],
    ],
  ],
  [
    'quotes after spaces that are text',
    'a, "b,1\nc, "d" e,2\n "f"" g, h" ,3\n  "i\n',
    [['a', ' "b', '1'], ['c', ' "d" e', '2'], ['f" g, h', '3'], ['  "i']],
  ],
  [
    'quotes escaped by backslashes in several chunks',
    'a,1\n"Pan \\"x\\", 12",2\n',
    [
      ['a', '1'],
      ['Pan "x", 12', '2'],
    ],
  ],
  [
    'backslashes before closing quotes',
    '"a:\\" ,1\n"b ""c""",2\n',
    [
      ['a:\\', '1'],
      ['b "c"', '2'],
    ],
  ],
  [
    'empty lines',
    'a,b\n\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CR LF',
    'a,b\r\n\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CR alone',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['records of other lengths', 'a,b\nc\nd,e,f\n', [['a', 'b'], ['c'], ['d', 'e', 'f']]],
  ['semicolons', 'a;1,5\n', [['a', '1,5']], { delimiter: ';', quote: '"' }],
  ['tabs and plain quotes', '"a\t"b"\n', [['"a', '"b"']], { delimiter: '\t', quote: undefined }],
  [
    'COPY',
    'a\\tb\t\\N\n\\\\\t1\n',
    [
      ['a\tb', ''],
      ['\\', '1'],
    ],
    TABS,
  ],
  ['COPY with quotes', 'a "b"\\tc\t\\N\n', [['a "b"\tc', '']], TABS],
  ['OUTFILE', 'a\\\tb\t\\N\nc\\\nd\t1\n\\.\n', [['a\tb', ''], ['c\nd', '1'], ['.']], TABS],
  ['other backslashes', '1\\2\t\\N\n', [['1\\2', '\\N']], TABS],
  ['backslashes in comma-separated text', '5\\t,\\N\n', [['5\\t', '\\N']]],
])('readCsvRecords reads %s', async (_, text, expected, dialect) => {
  for (const size of [1, 7, 1000]) {
    const records = await read(text, dialect, size);
    expect(records.map(({ values }) => values)).toEqual(expected);
  }
});

test('readCsvRecords reads long fields of several lines', async () => {
  const field = 'x\n'.repeat(100_000);
  expect(await read(`"${field}",2\n`, undefined, 2 ** 16)).toMatchObject([
    { values: [field, '2'] },
  ]);
});

test('readCsvRecords returns the line on which a record ends', async () => {
  const records = await read('h\n"two\nlines"\nlast\n');
  expect(records.map(({ place }) => place)).toEqual([1, 3, 4]);
});

test('readCsvRecords names the line of an unclosed quote', async () => {
  await expect(read('a,b\nc,"d\ne,f\n')).rejects.toThrow(
    /Cannot import "foods.csv": a field after line \d+ begins with a quote that is never closed/,
  );
});

test.each([
  ['a,b,c\n"x\n1,2\ny",2,3\n', 'before line 4, a quote in a quoted field is not doubled'],
  ['a,b,c\n"x\n1,2.5,\n",2,3\n', 'before line 4, a quote'],
  ['a,b,c\n1,2,"x\n1,5\n', 'begins with a quote that is never closed'],
  ['a,b,c\n"x\n1,y\n",2,3\n', undefined],
  ['a,b,c,d\n"x\n1,2\n",2,3,4\n', undefined],
  ['a,b,c\n"1\n2\n",2,3\n', undefined],
  ['a,b,c\n"1,2,3",2,3\n', undefined],
])('a quoted field of %j is refused if it may have rows: %s', async (text, reason) => {
  if (reason === undefined) await expect(read(text)).resolves.toHaveLength(2);
  else await expect(read(text)).rejects.toThrow(reason);
});

test('readCsvRecords does not keep a whole file in memory after an unclosed quote', async () => {
  let read = 0;
  const endless = (async function* () {
    yield Buffer.from('a,"b');
    for (; ; read += 2 ** 16) yield Buffer.alloc(2 ** 16, 'x,y\n');
  })();
  const records = readCsvRecords('foods.csv', endless, COMMA);
  await expect(records.next()).rejects.toThrow('a quote that is never closed');
  expect(read).toBeLessThan(2 ** 23);
});

/** Parses the whole text with csv-parse, for comparison. */
function parseWhole(text: string, quote: '"' | null): readonly CsvRecord[] | 'fault' {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      quote,
      escape: quote,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (values: string[], { lines }) => {
        records.push({ place: lines, values });
        return null;
      },
    });
    return records;
  } catch {
    return 'fault';
  }
}

// The text has no spaces: unlike csv-parse, readCsvRecords accepts them around quoted fields.
test('readCsvRecords splits lines as csv-parse would', async () => {
  const text = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'é'), maxLength: 40 });
  const chunkSize = fc.integer({ min: 1, max: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), chunkSize, async (text, isQuoted, size) => {
      const records = await read(
        text,
        { delimiter: ',', quote: isQuoted ? '"' : undefined },
        size,
      ).catch(() => 'fault');
      expect(records).toEqual(parseWhole(text, isQuoted ? '"' : null));
    }),
    { numRuns: runs(250) },
  );
});
