import { expect, test } from 'vitest';
import { FindingCounts, SKIPS } from '../import-report.ts';
import { objectRecords, readJsonArray, readJsonLines } from './json-objects.ts';

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function valuesOf<Value>(batches: AsyncIterable<readonly Value[]>): Promise<Value[]> {
  const values: Value[] = [];
  for await (const batch of batches) values.push(...batch);
  return values;
}

test.each([
  ['{"a":1}\n{"a":"é"}\n', [{ a: 1 }, { a: 'é' }]],
  ['{"a":1}\n\n \n7', [{ a: 1 }, 7]],
  ['{"a":1}', [{ a: 1 }]],
  [' {\n"a":\n1}\n', [{ a: 1 }]],
  ['\n', []],
  ['', []],
])('the JSON Lines %j are %j', async (text, values) => {
  for (const size of [1, 999]) {
    // An object of several lines is recognized by its first chunk.
    if (size === 1 && text.startsWith(' {')) continue;
    expect(await valuesOf(readJsonLines('foods.jsonl', chunksOf(text, size)))).toEqual(values);
  }
});

test.each([
  ['{"a":1}\n\nx\n{}\n', 'line 3 is not JSON'],
  ['x\n', 'line 1 is not JSON'],
  ['{"a":1}\n{"a":', 'line 2 is not JSON'],
])('the JSON Lines %j are refused: %s', async (text, reason) => {
  for (const size of [1, 999])
    await expect(valuesOf(readJsonLines('foods.jsonl', chunksOf(text, size)))).rejects.toThrow(
      `foods.jsonl": ${reason}`,
    );
});

test('a JSON list is read in slices, with the strings around it', async () => {
  const foods = Array.from({ length: 9_000 }, (_, i) => ({ name: `Food ${i}`, kcal: i }));
  const texts: string[] = [];
  const text = JSON.stringify({ per: '100 g', foods });
  const read = readJsonArray('foods.json', chunksOf(text, text.length), (one) => texts.push(one));
  expect(await valuesOf(read)).toEqual(foods);
  expect(texts).toEqual(['per: 100 g']);
});

test.each(['[1', '[1\n\n2]', '[1] x'])('the JSON %j is refused', async (text) => {
  const read = readJsonArray('foods.json', chunksOf(text, 999));
  await expect(valuesOf(read)).rejects.toThrow(/"foods\.json": it is not JSON \(.+\)\.$/);
});

test('a disk error is not reported as invalid JSON', async () => {
  const fault = Object.assign(new Error('no disk'), { code: 'EIO' });
  const broken = async function* () {
    yield Buffer.from('[1');
    throw fault;
  };
  await expect(valuesOf(readJsonArray('foods.json', broken()))).rejects.toBe(fault);
});

test('values that are not objects are reported with their positions', async () => {
  const findings = new FindingCounts();
  const batches = async function* () {
    yield [{ a: 1 }, 7];
    yield [[], { a: 2 }];
  };
  const records = objectRecords(batches(), findings, ({ a }, place) => [
    { place, values: [String(a)] },
  ]);
  expect(await valuesOf(records)).toEqual([
    { place: 1, values: ['1'] },
    { place: 4, values: ['2'] },
  ]);
  const examples = [
    { place: 2, text: '7' },
    { place: 3, text: '[]' },
  ];
  expect(findings.of(SKIPS)).toEqual([{ rule: 'not-an-object', count: 2, examples }]);
});
