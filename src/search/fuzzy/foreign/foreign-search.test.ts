import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { MAX_FOODS } from '../../limits.ts';
import { buildSearchIndex } from '../../search-index.ts';
import { description, typed } from '../arbitrary-queries.case.ts';
import { FuzzySearcher } from '../fuzzy-searcher.ts';
import { naiveFuzzySearch } from '../naive-fuzzy-search.case.ts';
import { createSynonyms, parseSynonyms } from '../synonyms.ts';

const ENGLISH = {
  language: 'english' as const,
  synonyms: createSynonyms([
    parseSynonyms('oj\t>\torange juice\nketchup\t=\tcatsup\nhot dog\t=\tfrankfurter\n').entries,
  ]),
};

const NAMES = `en\tes\tde\tit
egg\thuevo\tEi|Hühnerei\tuovo
soy milk\tleche de soja\tSojamilch
milk\tleche\tMilch
ham\tjamón|raw\tSchinken
potato\tpapa|mashed\tKartoffel
mashed potatoes\tpuré de papas\tKartoffelbrei
plain\tsin\tohne
plum jam\tdulce rojo ciruela negra\tMus
catsup\tketchup|a cup of egg\tEggs`;

test('search follows the rules for names in another language', () => {
  const foreign = fc.constantFrom(
    ...['huevos', 'huevo', 'leche', 'leche de soja', 'lech', 'puré de pap', 'papas', 'jamones'],
    ...['Eier', 'Milch', 'Sojamlch', 'Kartoffeln', 'kartof', 'Schinken', 'raw', 'plain', 'mashed'],
    ...[
      '-huevo',
      '-leche',
      '"leche de soja"',
      'dos',
      'eine Tasse',
      "d'egg",
      'sin',
      'de',
      'y',
      'a cup of egg',
    ],
  );
  const anyTyped = fc.oneof({ weight: 2, arbitrary: foreign }, typed);
  fc.assert(
    fc.property(
      fc.array(fc.option(description, { freq: 20 }), { maxLength: 120 }),
      fc.array(fc.array(anyTyped, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
      fc.constantFrom('es' as const, 'de' as const),
      (table, queries, lang) => {
        const options = { ...ENGLISH, foreignNames: NAMES };
        const searcher = new FuzzySearcher(buildSearchIndex(table).fuzzy, options);
        for (const words of queries) {
          const text = words.join(' ');
          const asked = { ...ENGLISH, asked: { lang, text: NAMES } };
          expect([...searcher.search(text, lang).rows], `${lang} ${text}`).toEqual(
            naiveFuzzySearch({ descriptions: table }, text, asked, MAX_FOODS),
          );
          expect([...searcher.search(text).rows], text).toEqual(
            naiveFuzzySearch({ descriptions: table }, text, ENGLISH, MAX_FOODS),
          );
        }
      },
    ),
    { numRuns: runs(12), examples: [[['milk'], [['-milk', ', to']], 'es']] },
  );
});

test.each([
  ['es', 'huevos', 'Egg, whole'],
  ['es', 'HUEVO', 'Egg, whole'],
  ['es', 'dos huevos', 'Egg, whole'],
  ['es', 'un huevo', 'Egg, whole'],
  ['es', 'leche soja', 'Soy milk'],
  ['es', 'la leche de soja', 'Soy milk'],
  ['es', 'leche de so', 'Soy milk'],
  ['es', 'dulce rojo ciruela neg', 'Plum jam'],
  ['es', 'raw', 'Raw'],
  ['it', "dell'uovo", 'Egg, whole'],
  ['de', 'Eier', 'Egg, whole'],
  ['de', 'Hühner', 'Egg, whole'],
  ['de', 'Kartoffeln', 'Potatoes'],
  ['de', 'huevo', 'Salad, huevo'],
] as const)('in %s, %j finds %j', (lang, text, food) => {
  const foods = [
    'Salad, huevo',
    'Soy sauce',
    'Ham',
    'Raw',
    'Plum jam',
    'Milk',
    'Soy milk',
    'Potatoes',
    'Egg, whole',
  ];
  const options = { ...ENGLISH, foreignNames: NAMES };
  const searcher = new FuzzySearcher(buildSearchIndex(foods).fuzzy, options);
  expect(foods[searcher.search(text, lang).rows[0] ?? -1]).toBe(food);
});

test.each([
  ['fettfreie Milch', 'Milk, fat free', 'a compound that says what a food lacks'],
  ['reisfreie Milch', 'Milk, rice free', 'such a compound whose ending looks like a food'],
  ['hautlose Milch', 'Milk, plain', 'such a compound whose first part is unknown'],
  ['Apfel mit Schale', 'Apples, with skin', 'a part behind a stop word'],
  ['Apfel ohne Schale', 'Apples, without skin', 'the same part, negated'],
])('in German, %j finds %j: %s', (text, food) => {
  const foods = ['Rice milk', 'Milk, plain', 'Milk, with fat', 'Milk, rice, fat', 'Apple skin'];
  foods.push('Milk, fat free', 'Milk, rice free', 'Apples, without skin', 'Apples, with skin');
  const foreignNames =
    'en\tde\nmilk\tMilch\nrice\tReis\nfat\tFett\napple\tApfel\nwith skin\tSchale\nwithout skin\tohne Schale';
  const options = { ...ENGLISH, foreignNames };
  const searcher = new FuzzySearcher(buildSearchIndex(foods).fuzzy, options);
  expect(foods[searcher.search(text, 'de').rows[0] ?? -1]).toBe(food);
});

test('an article before a name is read as an amount, but a unit inside a name is not', () => {
  const options = { ...ENGLISH, foreignNames: 'en\tes\negg\thuevo|barra de huevo' };
  const searcher = new FuzzySearcher(buildSearchIndex(['Egg']).fuzzy, options);
  const amountIn = (text: string) => searcher.search(text, 'es').interpretation.amount;
  expect([amountIn('un huevo'), amountIn('dos huevos'), amountIn('barra de huevo')]).toEqual([
    1,
    2,
    undefined,
  ]);
});

test('foods with the typed word come after foods with the translated name; without a language, only the typed word is searched for', () => {
  const foods = ['Salad, huevo', 'Egg, whole', 'Huevo salad', 'Salad, egg'];
  const { fuzzy } = buildSearchIndex(foods);
  const searcher = new FuzzySearcher(fuzzy, { ...ENGLISH, foreignNames: NAMES });
  expect([...searcher.search('huevo', 'es').rows]).toEqual([1, 3, 2, 0]);
  expect([...searcher.search('huevo').rows]).toEqual([2, 0]);
  const plain = new FuzzySearcher(fuzzy, { ...ENGLISH, language: 'none', foreignNames: NAMES });
  expect([...plain.search('huevo', 'es').rows]).toEqual([2, 0]);
});
