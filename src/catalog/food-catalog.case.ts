import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { EGG } from '../../test/egg.ts';
import { runs } from '../../test/runs.ts';
import { serializeEntry } from '../../test/serialize-entry.ts';
import type { StoredValue } from '../food/decimal.ts';
import type { Entry } from '../food/entry.ts';
import { naiveSearch } from '../search/naive-search.case.ts';
import { type FoodCatalog, MAX_FOODS, type Match } from './food-catalog.ts';

/** Creates a catalog of these entries, in this order. */
export type CatalogFactory = (entries: readonly Entry[]) => Promise<FoodCatalog>;

/** Tests everything that every catalog must do. */
export function describeCatalog(name: string, createCatalog: CatalogFactory): void {
  describe(name, () => {
    test('size counts every entry', async () => {
      const catalog = await createCatalog(['Egg', null, 'Milk'].map(food));
      expect(catalog.size).toBe(3);
    });

    test('revision is the same only for the same entries', async () => {
      const revisionOf = async (...names: string[]) =>
        (await createCatalog(names.map(food))).revision;
      const revision = await revisionOf('Egg', 'Milk');
      expect(revision).toMatch(/^[0-9a-z]+$/);
      expect(await revisionOf('Egg', 'Milk')).toBe(revision);
      expect(await revisionOf('Milk', 'Egg')).not.toBe(revision);
      expect(await revisionOf('Egg')).not.toBe(revision);
    });

    test('search returns the fields in order, and the fatty acids as their sum', async () => {
      const catalog = await createCatalog([food('Egg, whole, raw, fresh')]);
      expect(await textOf(catalog, 'egg')).toBe(
        '[{"carbohydrate_g":0.72,"protein_g":12.56,"kcal":143,' +
          '"description":"Egg, whole, raw, fresh","fat_g":"8.70"}]',
      );
    });

    test.each([
      ['Cheddar', 'CHEDDAR'],
      ['Jalapeño', 'jalapeno'],
      ['jalapeno', 'Jalapeño'],
      ['Milk, 100% real', '100%'],
      ["Kellogg's", "'"],
      ['say "cheese"', '"cheese"'],
      ['back\\slash', '\\'],
      ['under_score', '_'],
      ['a  b', '  '],
      ['Сало', 'сал'],
      ['奶酪', '酪'],
      ['🍎 apple', '🍎'],
      ['one\u0000two', '\u0000'],
    ])('search finds %j for the query %j', async (description, text) => {
      const catalog = await createCatalog([description, 'other'].map(food));
      expect(await descriptionsOf(catalog, text)).toEqual([description]);
    });

    test.each([
      ['Cheddar', 'chedar'],
      ['Cheddar', ' cheddar'],
      ['Cheddar', 'cheddar '],
      ['Cheddar', '%'],
      ['Cheddar', '_heddar'],
      ['Cheddar', 'ched*'],
      ['Cheddar', '\u0301'],
      ['Cheddar', ''],
      ['Cheddar', '\ufffd'],
    ])('search does not find %j for the query %j', async (description, text) => {
      const catalog = await createCatalog([food(description)]);
      expect(await textOf(catalog, text)).toBe('[]');
    });

    test.each(['', '\u0301', 'egg', 'cheddar egg', '%'])(
      'search with match=words finds nothing for %j',
      async (text) => {
        const catalog = await createCatalog([food('Cheddar')]);
        expect(await textOf(catalog, text, 'words')).toBe('[]');
      },
    );

    test('search accepts text of 8 KiB', async () => {
      const catalog = await createCatalog(['a'.repeat(8192), 'aaa'].map(food));
      expect(await descriptionsOf(catalog, 'a'.repeat(8192))).toEqual(['a'.repeat(8192)]);
      expect(await textOf(catalog, 'b'.repeat(8192))).toBe('[]');
    });

    test('search never finds an entry without a description', async () => {
      const catalog = await createCatalog([food(null)]);
      expect(await textOf(catalog, 'null')).toBe('[]');
    });

    test('search finds a numeric description by its digits', async () => {
      const catalog = await createCatalog([food(1234)]);
      expect(await descriptionsOf(catalog, '23')).toEqual([1234]);
    });

    test('search sorts by tier, with foods for infants last in each', async () => {
      const ranked = [
        'Egg, whole',
        'Eggs; scrambled',
        'Spices, egg',
        'Egg rolls',
        'Herring egg (salted)',
        'Bread, egg',
        'Noodles, egg and flour',
        'Infant formula, with egg yolk',
        'Eggnog',
        'Pie, eggnog',
        'Veggie burger',
        'Beef, veggie-fed',
      ];
      const swapped = ranked.flatMap((_, i) => (i % 2 === 0 ? [ranked[i + 1], ranked[i]] : []));
      const catalog = await createCatalog(swapped.map((text) => food(text ?? null)));
      expect(await descriptionsOf(catalog, 'egg')).toEqual([
        ...['Eggs; scrambled', 'Egg, whole', 'Spices, egg', 'Egg rolls', 'Herring egg (salted)'],
        ...[...ranked.slice(5, -2), 'Beef, veggie-fed', 'Veggie burger'],
      ]);
    });

    test('search with match=words requires each word, in any order', async () => {
      const catalog = await createCatalog(
        ['Adobo, with white rice', 'Rice, brown', 'Rice, white, raw'].map(food),
      );
      expect(await descriptionsOf(catalog, 'white rice', 'words')).toEqual([
        'Rice, white, raw',
        'Adobo, with white rice',
      ]);
      expect(await descriptionsOf(catalog, 'white rice')).toEqual(['Adobo, with white rice']);
    });

    test(`search returns the best ${MAX_FOODS} of all matches`, async () => {
      const accidents = Array.from({ length: 300 }, (_, n) => `Veggie ${n}`);
      const catalog = await createCatalog([...accidents, 'Egg, raw'].map(food));
      const found = await descriptionsOf(catalog, 'egg');
      expect(found).toEqual(['Egg, raw', ...accidents.slice(0, MAX_FOODS - 1)]);
    });

    test('search of an empty catalog finds nothing', async () => {
      expect(await textOf(await createCatalog([]), 'egg')).toBe('[]');
    });

    test('search finds the same foods as a plain scan, in the same order', async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.array(queries, { minLength: 40 }), async (table, texts) => {
          const catalog = await createCatalog(table.map(food));
          for (const text of texts) {
            for (const match of ['substring', 'words'] as const) {
              const expected = naiveSearch(table, text, match, MAX_FOODS);
              expect(await textOf(catalog, text, match), `${match} ${JSON.stringify(text)}`).toBe(
                `[${expected.map((row) => serializeEntry(food(table[row] ?? null))).join(',')}]`,
              );
            }
          }
        }),
        { numRuns: runs(4) },
      );
    });
  });
}

// There are few letters and words, so that strings often coincide, and each run of a property has
// many matches.
const word = fc.oneof(
  fc.constantFrom('egg', 'eggs', 'eggplant', 'veggie', 'ham', 'hams', 'Babyfood', 'Fish', 'spices'),
  fc.constantFrom('Crème', 'яйцо', '奶酪', '𠮷', '🍎', 'ΟΔΟΣ', '100', 'é'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'e', 's', 'S'), minLength: 1, maxLength: 4 }),
);
const separator = fc.constantFrom(
  ', ',
  ', ',
  ' ',
  ' ',
  ',',
  '  ',
  '-',
  ' , ',
  '%, ',
  "'",
  '\u0000',
);
const phrase = fc
  .array(fc.tuple(word, separator), { maxLength: 6 })
  .map((pieces) => pieces.flat().join(''));
const descriptions = fc.oneof(
  { weight: 9, arbitrary: phrase },
  { weight: 4, arbitrary: phrase.map((text) => text.replace(/[^\p{L}\p{N}]+$/u, '')) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const tables = fc.array(descriptions, { maxLength: 300 });
const queries = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: fc.tuple(phrase, fc.nat(8), fc.nat(12)).map(cut) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'e', 's', ' ', ','), maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
);

function cut([text, start, length]: [string, number, number]): string {
  return text.slice(start, start + length);
}

function food(description: StoredValue): Entry {
  return { ...EGG, description };
}

async function textOf(
  catalog: FoodCatalog,
  text: string,
  match: Match = 'substring',
): Promise<string> {
  const { body } = await catalog.search({ text, match });
  return Buffer.from(body).toString();
}

async function descriptionsOf(
  catalog: FoodCatalog,
  text: string,
  match?: Match,
): Promise<unknown[]> {
  const answer: { description: unknown }[] = JSON.parse(await textOf(catalog, text, match));
  return answer.map(({ description }) => description);
}
