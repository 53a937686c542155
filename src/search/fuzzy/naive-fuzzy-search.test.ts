import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { MAX_FOODS } from '../limits.ts';
import { description, separator, typed, word } from './arbitrary-queries.case.ts';
import { naiveFuzzySearch } from './naive-fuzzy-search.case.ts';
import { ENGLISH, type Names, searchIn } from './search-in.case.ts';
import { NO_SYNONYMS } from './synonyms.ts';

const NONE: Names = { language: 'none', synonyms: NO_SYNONYMS };

interface Row {
  readonly description: string | null;
  readonly name: string | null;
}

/** Expects the search to agree with the reference implementation for each query. */
function expectRules(
  rows: readonly Row[],
  queries: readonly (readonly string[])[],
  options: typeof ENGLISH | typeof NONE,
): void {
  const descriptions = rows.map(({ description }) => description);
  const names = rows.map(({ name }) => name);
  const search = searchIn(descriptions, options, { names });
  for (const words of queries) {
    const text = words.join(' ');
    const expected = naiveFuzzySearch({ descriptions, names }, text, options, MAX_FOODS);
    expect([...search(text).rows], text).toEqual(expected);
  }
}

const noName = fc.constant(null);
/** Other names of foods, and brands of packaged products: half have none. */
const name = fc.option(
  fc.tuple(description, fc.constantFrom('', '', ',\negg')).map((texts) => texts.join('')),
  { freq: 2 },
);
const rowWith = (names: fc.Arbitrary<string | null>) =>
  fc.record({ description: fc.option(description, { freq: 20 }), name: names });

test('search finds the foods that the rules require, in the required order', () => {
  fc.assert(
    fc.property(
      fc.array(rowWith(noName), { maxLength: 160 }),
      fc.array(fc.array(typed, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
      fc.constantFrom(ENGLISH, ENGLISH, NONE),
      expectRules,
    ),
    { numRuns: runs(12) },
  );
});

test('search finds foods by their other names, too', () => {
  // In "X or Y" with a negated word, the rules do not say how much a brand counts.
  const plain = typed.filter((word) => !/\bor\b/.test(word));
  fc.assert(
    fc.property(
      fc.array(rowWith(name), { maxLength: 80 }),
      fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
      fc.constantFrom(ENGLISH, NONE),
      expectRules,
    ),
    { numRuns: runs(12), seed: 12 },
  );
});

test('search follows the rules if more foods match than fit into an answer', () => {
  const filling = fc.array(fc.tuple(word, separator), { minLength: 2, maxLength: 4 });
  // Every food matches a word of nearly every query.
  const common = fc.constantFrom('egg', 'eggs', 'egg');
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          description: filling.map((pieces) => `${pieces.flat().join('')}egg`),
          name: noName,
        }),
        {
          minLength: MAX_FOODS + 20,
          maxLength: MAX_FOODS + 40,
        },
      ),
      fc.tuple(
        fc.tuple(common, typed),
        fc.tuple(typed, common),
        fc.tuple(common, typed, typed),
        fc.array(typed, { minLength: 2, maxLength: 3 }),
      ),
      fc.constantFrom(ENGLISH, ENGLISH, NONE),
      expectRules,
    ),
    { numRuns: runs(3) },
  );
});

test('search follows the rules for prefixes of very many foods', () => {
  const kinds = ['egg', 'eggs', 'eggplant', 'elk', 'endive', 'ham'];
  const table = Array.from({ length: 1_200 }, (_, n) => {
    const [a, b] = [kinds[n % 6], kinds[(n * 7) % 5]];
    return `${n % 3 === 0 ? 'Fish, ' : ''}${a} ${n % 4 === 0 ? b : ''}, ${b}${n % 5}, raw`;
  });
  const names = table.map((_, n) =>
    n % 5 === 0 ? `elk, e${n % 7}${n % 3 === 0 ? ',\nham' : ''}` : null,
  );
  const search = searchIn(table, ENGLISH, { names });
  const rows = { descriptions: table, names };
  for (const text of ['e', 'egg', 'e raw', 'raw e', 'ham e', 'ostrich e']) {
    expect([...search(text).rows], text).toEqual(naiveFuzzySearch(rows, text, ENGLISH, MAX_FOODS));
  }
});

test('two adjacent words of another name are two matches, so a third word may be unknown', () => {
  const rows = { descriptions: ['Bread', 'Ham'], names: ['focaccia romana', null] };
  const search = searchIn(rows.descriptions, NONE, { names: rows.names });
  for (const text of ['focaccia romana qx', 'qx focaccia romana', 'focaccia qx romana']) {
    expect([...search(text).rows], text).toEqual([0]);
    expect(naiveFuzzySearch(rows, text, NONE, MAX_FOODS)).toEqual([0]);
  }
});

test('a word of a food counts once, even if two query words match it', () => {
  const descriptions = ['Ketchup, hot', 'Catsup, sweet', 'Sauce, with ketchup', 'Catsup'];
  const names = descriptions.map(() => null);
  const search = searchIn(descriptions, ENGLISH);
  for (const text of ['ketchup ketc', 'ketc ketchup', 'catsup cats', 'hot catsup ketchu']) {
    const expected = naiveFuzzySearch({ descriptions, names }, text, ENGLISH, MAX_FOODS);
    expect([...search(text).rows], text).toEqual(expected);
  }
});

test.each([
  ['egg with skin s', ['egg, egg, egg', 'egg, soymilk, egg', 'egg, egg, egg']],
  ['hot dog or egg milk', ['milk', 'frankfurter', 'egg']],
  ['1 egg, plain', ['Spices, egg, wheat', 'Spices, mashed egg, plain', 'egg, light']],
])('%s finds the foods that the rules require', (text, descriptions) => {
  const found = [...searchIn(descriptions, ENGLISH)(text).rows];
  expect(found).toEqual(naiveFuzzySearch({ descriptions }, text, ENGLISH, MAX_FOODS));
});

test('a query may exclude many words, but not an unfinished one', () => {
  const herbs = ['basil', 'chives', 'cumin', 'dill', 'fennel', 'mint', 'mace', 'parsley', 'sage'];
  const descriptions = [
    `Soup, ${herbs.join(', ')}, thyme`,
    'Soup, plain',
    'Sausage, pork',
    'Bread',
  ];
  const names = descriptions.map(() => null);
  const search = searchIn(descriptions, ENGLISH);
  const without = herbs.map((herb) => `without ${herb}`).join(' ');
  for (const text of [
    `soup ${without} without thyme`,
    'sausage without por',
    'bread without por',
  ]) {
    const expected = naiveFuzzySearch({ descriptions, names }, text, ENGLISH, MAX_FOODS);
    expect([...search(text).rows], text).toEqual(expected);
  }
  expect([...search(`soup ${without} without thyme`).rows]).toEqual([1, 0]);
});

test.each([
  ['is its own prefix', ['Curd', 'Curdled', 'Card'], 'curd'],
  ['is a prefix of its participle', ['Masha', 'Mashed', 'Maash'], 'mash'],
])('a word that %s counts once, so that few foods match and typos are tried', (_, foods, text) => {
  expect([...searchIn(foods)(text).rows].toSorted()).toEqual([0, 1, 2]);
});

test('words written together count as typed if they are adjacent in the description', () => {
  const [pieces, separators] = [
    ['soy', 'milk', 'raw'],
    [' ', ', '],
  ];
  const pairs = pieces.flatMap((a) => pieces.flatMap((b) => separators.map((by) => a + by + b)));
  const all = pairs.flatMap((pair) => pieces.flatMap((c) => separators.map((by) => pair + by + c)));
  const names = [null, 'soy milk', 'raw, soy milk', 'milk soy'];
  for (const name of names) {
    const rows = [...pairs, ...all].flatMap((description, i) =>
      i % 2 === 0 ? [{ description, name }] : [{ description, name: null }],
    );
    expectRules(rows, [['soymilk'], ['soymilk', 'raw'], ['raw', 'soymilk']], ENGLISH);
  }
  const rows = ['Drink, soy milk free, milk', 'Tea, soy milk'].map((description) => ({
    description,
    name: null,
  }));
  expectRules(rows, [['soymilk'], ['soymilk', 'milk']], ENGLISH);
});

test('a word, its other name and their negations are found in every place', () => {
  const [pieces, separators] = [
    ['ketchup', 'catsup', 'no'],
    [' ', ', ', ' ('],
  ];
  const pairs = pieces.flatMap((a) => pieces.flatMap((b) => separators.map((by) => a + by + b)));
  const all = pairs.flatMap((pair) => pieces.flatMap((c) => separators.map((by) => pair + by + c)));
  const names = [null, null, 'catsup', 'ketchup, hot'];
  const rows = [...pairs, ...all].map((description, i) => ({
    description,
    name: names[i % names.length] ?? null,
  }));
  expectRules(rows, [['ketchup'], ['catsups'], ['ketch'], ['no', 'ketchup'], ['catsip']], ENGLISH);
});

test.each([
  ['2 2 fresh egg or hot do', ['Eggplant', '2-removed', 'Egg'], [2]],
  ['fresh egg or leche de soja eggfree', ['Egg egg'], []],
])('words that foods only negate are unknown: %s', (text, descriptions, rows) => {
  expect([...searchIn(descriptions)(text).rows]).toEqual(rows);
  expect(naiveFuzzySearch({ descriptions }, text, ENGLISH, MAX_FOODS)).toEqual(rows);
});

test('a word whose opposite is the head of a food does not name it', () => {
  const rows = {
    descriptions: ['Cheeses', 'Egg, egg, 奶酪', 'Free'],
    names: [',\negg', null, null],
  };
  const text = 'cheeses full fat 奶酪';
  expect([...searchIn(rows.descriptions, ENGLISH, { names: rows.names })(text).rows]).toEqual([]);
  expect(naiveFuzzySearch(rows, text, ENGLISH, MAX_FOODS)).toEqual([]);
});

test('a list ends at a name of which the table lacks a word', () => {
  const descriptions = ['Catsup', 'Egg'];
  expect([...searchIn(descriptions)('egg and e ketchup').rows]).toEqual([1, 0]);
  expect(naiveFuzzySearch({ descriptions }, 'egg and e ketchup', ENGLISH, 9)).toEqual([1, 0]);
});

test('a list may end in a comma', () => {
  const descriptions = ['No', 'Mash, unmashed'];
  expect([...searchIn(descriptions)('no , mashed,').rows]).toEqual([0]);
  expect(naiveFuzzySearch({ descriptions }, 'no , mashed,', ENGLISH, 9)).toEqual([0]);
});
