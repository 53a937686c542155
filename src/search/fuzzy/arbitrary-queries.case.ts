import fc from 'fast-check';

// There are few words, so that random queries often match random foods in every possible way.
export const word = fc.constantFrom(
  ...['egg', 'eggs', 'eggplant', 'leggs', 'ham', 'hams', 'hamburger', 'mash', 'mashed', 'potato'],
  ...['potatoes', 'potatos', 'soy', 'milk', 'soymilk', 'orange', 'juice', 'catsup', 'frankfurter'],
  ...['without', 'no', 'free', 'added', 'and', 'unmashed', 'milkless', 'nonplain', 'eggfree'],
  ...['removed', 'low', 'reduced', 'sugar', 'unsweetened'],
  ...['2', 'large', 'a', 'cup', 'with', 'skin'],
  ...[
    'raw',
    'plain',
    'wheat',
    'light',
    'Fish',
    'Babyfood',
    'spices',
    'cheese',
    'cheeses',
    'cheesy',
    'Crème',
    '奶酪',
  ],
);
export const typed = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom(
    'ketchup',
    'oj',
    'hot dog',
    'hot do',
    'egg on',
    'egg and e',
    'egg and and e',
    'and p',
    'egg on t',
    'hotdogs',
    'with',
    'chese',
    'orang',
    'po',
    'e',
    's',
  ),
  fc.constantFrom(
    'hamburgre',
    'xpotato',
    'frnkfurter',
    'mil',
    'ketchp',
    'frankfurters',
    'ggeplant',
  ),
  fc.constantFrom('without', 'no', 'free', 'added', 'and', 'non', 'unmashed', 'milkless', 'or'),
  fc.constantFrom('with skin', 'with the skin', 'skin in', 'egg off', 'free of', 'in juice'),
  fc.constantFrom(
    'full fat',
    'with added sugar',
    'with the added',
    'sugar added',
    'with',
    'fresh egg or',
  ),
  fc.constantFrom('2', 'a', 'half', 'large', 'cup of', '2 cups', '200g', '½', 'x 2', '2 large'),
  fc.constantFrom(
    '1 egg,',
    ', mashed,',
    ', plain',
    '(raw)',
    ', to',
    'for e',
    '1-2',
    ', only',
    'i had',
    'for lunch',
  ),
  fc.constantFrom('-egg', '-milk', '-mashed', '"egg, milk"', '"soy milk"', '"raw', '-'),
);
export const separator = fc.constantFrom(', ', ', ', ' ', ' ', ' (', ') ', '; ', '-', "'");
export const description = fc
  .array(fc.tuple(word, separator), { maxLength: 6 })
  .map((pieces) => pieces.flat().join(''));
