import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const SIGN = '"FoundationFoods"';
const LOOKED_AT = 2 ** 16;

/**
 * Returns the detected format of a file in which the marker of FoodData Central's JSON ends at byte
 * `signEnd`.
 */
async function formatOf(signEnd: number, chunkBytes: number) {
  const [start, end] = ['{"note":"', `",${SIGN}`];
  const note = 'x'.repeat(signEnd - start.length - end.length);
  const bytes = Buffer.from(`${start}${note}${end}:[]}`);
  const file = {
    name: 'foods.json',
    path: 'foods.json',
    isPacked: false,
    async *read() {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        yield bytes.subarray(at, at + chunkBytes);
    },
  };
  return (await detectFormat(file.path, [file])).format;
}

test.each([1_000, LOOKED_AT - 1, LOOKED_AT, LOOKED_AT + 1, 2 * LOOKED_AT])(
  'detectFormat looks at the first 64 KiB of a file that comes in chunks of %i bytes',
  async (chunkBytes) => {
    expect(await formatOf(LOOKED_AT, chunkBytes)).toBe('fdc-json');
    expect(await formatOf(LOOKED_AT + 1, chunkBytes)).toBe('json');
  },
);
