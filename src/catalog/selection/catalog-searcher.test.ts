import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import { snapshotOf } from '../../../test/load-entries.ts';
import { runs } from '../../../test/runs.ts';
import { Work, WorkLimitError } from '../../search/work.ts';
import { loadCatalog } from '../loading/load-catalog.ts';
import { PLAIN_ENGLISH } from '../table/memory-catalog.ts';
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
        isCounted: fc.boolean(),
        limit: fc.constantFrom(5, 100),
      },
      { requiredKeys: ['conditions', 'offset', 'isCounted', 'limit'] },
    ),
  },
  { requiredKeys: ['mode', 'selection'] },
);

test('earlier searches change no answer, even if they were ended', () => {
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
          } catch (fault) {
            if (!(fault instanceof WorkLimitError)) throw fault;
          }
        }
      },
    ),
    { numRuns: runs(30) },
  );
});
