import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { snapshotOf } from '../../../test/load-entries.ts';
import { runs } from '../../../test/runs.ts';
import { naiveSearch } from '../../search/naive-search.case.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { PLAIN_ENGLISH } from '../table/memory-catalog.ts';
import { NumberValuesBuilder } from '../table/number-values.ts';
import { type CatalogSearch, CatalogSearcher } from './catalog-searcher.ts';

const WORDS = ['Egg', 'raw', 'Rice', 'with', 'in'];
const entries = Array.from({ length: 400 }, (_, n) => ({
  ...{ ...EGG, kcal: n % 9 === 0 ? null : n % 40 },
  description: `${WORDS[n % 5]}, ${WORDS[(n >> 2) % 5]} ${n % 7}`,
}));
const { data: table } = await loadCatalog(snapshotOf(entries), {});

const search: fc.Arbitrary<CatalogSearch> = fc.record(
  {
    text: fc.constantFrom('e', 'i e', 'egg ra', ', r'),
    mode: fc.constantFrom('substring', 'words', 'fuzzy'),
    selection: fc.record(
      {
        conditions: fc.subarray([
          { column: 'kcal', operator: '!=', value: '7' } as const,
          { column: 'kcal', operator: '<', value: '30' } as const,
          { column: 'description', operator: '>', value: 'F' } as const,
        ]),
        order: fc.constant({ column: 'kcal', isDescending: true }),
        offset: fc.constantFrom(0, 20),
        wantsTotal: fc.boolean(),
        limit: fc.constantFrom(5, 100),
      },
      { requiredKeys: ['conditions', 'offset', 'wantsTotal', 'limit'] },
    ),
  },
  { requiredKeys: ['mode', 'selection'] },
);

test('earlier searches do not affect later answers, even if they exceeded the work limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(search, fc.oneof(fc.nat(300), fc.constant(1_000_000))), {
        minLength: 40,
        maxLength: 40,
      }),
      (searches) => {
        const work = new Work(0);
        const used = new CatalogSearcher(table, PLAIN_ENGLISH, work);
        for (const [one, units] of searches) {
          work.allowance = units;
          try {
            const found = used.search(one);
            const fresh = new CatalogSearcher(table, PLAIN_ENGLISH, new Work());
            expect(found, JSON.stringify(one)).toEqual(fresh.search(one));
          } catch (error) {
            if (!(error instanceof WorkLimitError)) throw error;
          }
        }
      },
    ),
    { numRuns: runs(5) },
  );
});

test('a search that exceeds its limit drops the matches of the search before it', () => {
  const selection = { conditions: [], offset: 0, wantsTotal: true, limit: 5 };
  const first = { text: 'i e', mode: 'words', selection } as const;
  const other = { text: 'e', mode: 'substring', selection } as const;
  const work = new Work(0);
  const used = new CatalogSearcher(table, PLAIN_ENGLISH, work);
  work.allowance = 1_000_000;
  used.search(first);
  expect([used.hasCached(first), used.hasCached(other)]).toEqual([true, false]);
  work.allowance = 0;
  expect(() => used.search(other)).toThrow(WorkLimitError);
  // The interrupted search may have overwritten these matches.
  expect([used.hasCached(first), used.hasCached(other)]).toEqual([false, false]);
});

test.each([undefined, 'e', 'i'])('consecutive pages contain all matches of %j in order', (text) => {
  const searcher = new CatalogSearcher(table, PLAIN_ENGLISH, new Work());
  const descriptions = entries.map(({ description }) => description);
  const all = naiveSearch(descriptions, text ?? ' ', 'substring', entries.length);
  const ordered = text === undefined ? [...entries.keys()] : all;
  const rows: number[] = [];
  const limit = Math.ceil(ordered.length / 4);
  for (let offset = 0; offset < ordered.length; offset += limit) {
    const selection = { conditions: [], offset, limit, wantsTotal: true };
    const found = searcher.search({ text, mode: 'substring', selection });
    rows.push(...found.rows);
    expect(found.total).toBe(ordered.length);
    expect(found.hasMore).toBe(offset + limit < ordered.length);
  }
  expect(rows).toEqual(ordered);
});

test('groups are counted among the foods that match', () => {
  const searcher = new CatalogSearcher(table, PLAIN_ENGLISH, new Work());
  const conditions = [{ column: 'kcal', operator: '<', value: '30' } as const];
  const selection = { conditions, offset: 0, wantsTotal: true, limit: 5, groupsOf: 'description' };
  const { counts } = searcher.search({ text: 'egg', mode: 'words', selection });
  const matching = entries.filter(({ kcal, description }) => {
    return /egg/i.test(description) && kcal !== null && kcal < 30;
  });
  const sizes = Map.groupBy(matching, ({ description }) => description).values();
  const expected = Array.from(sizes, ({ length }) => length).sort();
  expect([...(counts ?? [])].filter((count) => count > 0).sort()).toEqual(expected);
});

const ROW_COUNT = 32_768;
/**
 * Returns the number of the step in which a row is visited: blocks of 256 rows are visited in
 * strides of 39 blocks.
 */
const stepOf = (row: number) => ((row >>> 8) * 23) % 64;

test.each<[order: string, maxWork: number, kcalOf: (row: number) => number]>([
  ['descending', 50_000, (row) => ROW_COUNT - row],
  ['no', 50_000, (row) => 1 + ((row * 7_919) % ROW_COUNT)],
  // In these orders, the rows visited first are not a representative sample.
  ['an adverse', 80_000, (row) => 1 + stepOf(row)],
  ['an adverse (some unknown)', 80_000, (row) => (row % 3 === 0 ? Number.NaN : 1 + stepOf(row))],
])(
  'a table in %s order is sorted correctly at a large offset, within %i units of work',
  (...its) => {
    const [, maxWork, kcalOf] = its;
    const values = new NumberValuesBuilder();
    const kcal = Array.from({ length: ROW_COUNT }, (_, row) => kcalOf(row));
    for (const value of kcal) values.add(value);
    const column = { name: 'kcal', holdsNumbers: true, hasFewTexts: false, values: values.build() };
    const rows = { ...table.rows, starts: new Uint32Array(ROW_COUNT + 1) };
    const work = new Work();
    const searcher = new CatalogSearcher(
      { ...table, rows, columns: [column] },
      PLAIN_ENGLISH,
      work,
    );
    const [offset, limit] = [4_000, 100];
    const order = { column: 'kcal', isDescending: false };
    const selection = { conditions: [], order, offset, limit, wantsTotal: true };
    const keyOf = (row: number) => kcal[row] || Number.POSITIVE_INFINITY;
    const sorted = [...kcal.keys()].sort((a, b) => keyOf(a) - keyOf(b) || a - b);
    const found = searcher.search({ mode: 'substring', selection });
    expect([...found.rows]).toEqual(sorted.slice(offset, offset + limit));
    expect(found.total).toBe(ROW_COUNT);
    expect(work.spent).toBeLessThan(maxWork);
  },
);
