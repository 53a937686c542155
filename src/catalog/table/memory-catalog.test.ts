import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EGG } from '../../../test/egg.ts';
import { loadEntries, NO_DEADLINE_MS, snapshotOf } from '../../../test/load-entries.ts';
import type { StoredValue } from '../../food/decimal.ts';
import type { Entry } from '../../food/entry.ts';
import { describeCatalog } from '../food-catalog.case.ts';
import { MATCHES } from '../food-catalog.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { createMemoryCatalog } from './memory-catalog.ts';

describeCatalog('memory catalog', loadEntries);

/** A value that makes rows long, so that fewer are needed for a large table. */
const LONG = 'm'.repeat(1_500);

function* foods(count: number, protein: StoredValue = LONG): Iterable<Entry> {
  const numbers = {
    ...{ carbohydrate_g: 1.5, protein_g: protein, fa_sat_g: 1, fa_mono_g: 0, fa_poly_g: 0 },
  };
  for (let kcal = 0; kcal < count; kcal++)
    yield { ...numbers, kcal, description: `Food ${kcal}, köttbullar` };
}

function answer(kcal: number): unknown {
  const description = `Food ${kcal}, köttbullar`;
  return { carbohydrate_g: 1.5, protein_g: LONG, kcal, description, fat_g: '1.00' };
}

// This many rows need several batches, and are too many to be kept as whole rows.
const MANY = 12_000;

test('loadCatalog reports its progress with a large table, and the catalog can be searched', async () => {
  const told: (readonly [number, number])[] = [];
  const onProgress = (loaded: number, total: number) => told.push([loaded, total]);
  const catalog = await loadEntries(foods(MANY), { count: MANY, onProgress });
  expect(catalog.size).toBe(MANY);
  expect(told.at(0)).toEqual([10_000, MANY]);
  expect(told.at(-1)).toEqual([MANY, MANY]);
  for (const kcal of [0, 777, MANY - 1]) {
    const { body } = await catalog.search({ text: `food ${kcal}, k`, match: 'substring' });
    expect(JSON.parse(Buffer.from(body).toString())).toEqual([answer(kcal)]);
  }
  const long = await catalog.search({ text: 'köttbullar', match: 'words' });
  expect(JSON.parse(Buffer.from(long.body).toString())).toEqual(
    Array.from({ length: 100 }, (_, kcal) => answer(kcal)),
  );
});

test('loadCatalog passes on an error from the entries', async () => {
  function* faulty(): Iterable<Entry> {
    yield* foods(10_001);
    throw new Error('The table is gone.');
  }
  await expect(loadEntries(faulty())).rejects.toThrow('The table is gone.');
});

test('longer searches remove older answers from the cache sooner', async () => {
  const catalog = await loadEntries([EGG]);
  const search = (value: string) => {
    const conditions = [{ column: 'kcal', operator: '<', value }] as const;
    const selection = { conditions, offset: 0, wantsTotal: false };
    return catalog.search({ match: 'substring', selection });
  };
  const first = await search('200');
  for (let i = 1; i < 8; i++) await search(String(i).padStart(2 ** 19, '0'));
  expect(await search('200')).toBe(first);
  for (let i = 1; i < 9; i++) await search(String(i).padStart(2 ** 19 + 1, '0'));
  expect(await search('200')).not.toBe(first);
});

test('search returns the same bytes for a repeated query', async () => {
  const catalog = await loadEntries(foods(200, 1.5));
  const first = catalog.search({ text: 'FOOD 1', match: 'substring' });
  expect(catalog.search({ text: 'food 1', match: 'substring' })).toBe(first);
  expect(catalog.search({ text: 'food 1', match: 'words' })).not.toBe(first);
});

test('search returns the same bytes for the same words in another order', async () => {
  const catalog = await loadEntries(foods(200, 1.5));
  const first = catalog.search({ text: 'food 1', match: 'words' });
  expect(catalog.search({ text: '1, FOOD 1', match: 'words' })).toBe(first);
});

describe('a search that exceeds its work limit', () => {
  const load = async (maxWork: number) => {
    const { data } = await loadCatalog(snapshotOf(foods(200, 1.5)), {});
    const slowLane = { deadlineMs: NO_DEADLINE_MS };
    return createMemoryCatalog(data, undefined, { maxWork, slowLane });
  };

  test('asks who the caller is, unlike other searches', async () => {
    let asked = 0;
    const caller = () => `caller ${++asked}`;
    (await load(1e9)).search({ text: 'food', match: 'substring' }, caller);
    expect(asked).toBe(0);
    await (await load(0)).search({ text: 'food', match: 'substring' }, caller);
    expect(asked).toBe(1);
  });

  test('gets the same answer as any other search, but later', async () => {
    const [catalog, slow] = [await load(1e9), await load(0)];
    for (const match of MATCHES) {
      for (const text of ['food', '1 ood', ' 9', 'köttbullar 7', 'nothing']) {
        const answer = slow.search({ text, match });
        expect(answer, `${match} ${text}`).toBeInstanceOf(Promise);
        // A search that takes more work waits for its turn if the search before it was just
        // answered.
        const other = await catalog.search({ text, match });
        expect(await answer, `${match} ${text}`).toEqual(other);
      }
    }
  });

  test('runs once for all callers that wait for it, and not again for later callers', async () => {
    const catalog = await load(0);
    const [first, second] = [' FOOD', ' food'].map((text) =>
      catalog.search({ text, match: 'substring' }),
    );
    expect(second).toBe(first);
    expect(first).toBeInstanceOf(Promise);
    const answer = await first;
    expect(catalog.search({ text: ' food', match: 'substring' })).toBe(answer);
  });
});

test('among equally good foods, those with a measure in the requested unit come first', async () => {
  const portions = (unit: string) => JSON.stringify([{ amount: 1, unit, grams: 50 }]);
  const table = [
    ['Eggs, white', portions('cup')],
    ['Eggs, yolk', portions('large')],
    ['Eggs, other', portions('extra large')],
    ['Eggs, more', 'no list'],
    ['Eggs, last', portions('large (4.86 oz)')],
    ['Eggs and ham', portions('large')],
    ['Ham, more', portions('large')],
  ] as const;
  const entries = table.map(([description, list]) => ({ ...EGG, description, list }));
  const snapshot = {
    columns: [...Object.keys(EGG), 'portions'],
    count: entries.length,
    async *read() {
      yield entries.map(({ list, ...entry }) => ({ entry, fields: [list] }));
    },
  };
  const { data } = await loadCatalog(snapshot, { key: undefined, fields: ['portions'] });
  const catalog = createMemoryCatalog(data);
  const namesFor = async (text: string) => {
    const { body } = await catalog.search({ text, match: 'fuzzy' });
    return z
      .array(z.object({ description: z.string() }))
      .parse(JSON.parse(Buffer.from(body).toString()))
      .map(({ description }) => description.replace('Eggs, ', ''));
  };
  expect(await namesFor('2 eggs')).toEqual([
    'white',
    'yolk',
    'other',
    'more',
    'last',
    'Eggs and ham',
  ]);
  expect(await namesFor('2 large eggs')).toEqual([
    'yolk',
    'last',
    'white',
    'other',
    'more',
    'Eggs and ham',
  ]);
  expect(await namesFor('2 cups eggs')).toEqual(await namesFor('eggs'));
});

test('each page of a selection says where the next one begins, if there is one', async () => {
  const catalog = await loadEntries(foods(5, 1.5));
  const pageAt = async (offset: number, limit = 2) => {
    const selection = { conditions: [], offset, wantsTotal: true };
    const { total, nextOffset } = await catalog.search({ match: 'words', selection, limit });
    return [total, nextOffset];
  };
  expect(await pageAt(3, 1)).toEqual([5, 4]);
  expect(await Promise.all([0, 1, 2, 3, 4, 5].map((offset) => pageAt(offset)))).toEqual([
    ...[
      [5, 2],
      [5, 3],
      [5, 4],
      [5, undefined],
      [5, undefined],
      [5, undefined],
    ],
  ]);
});
