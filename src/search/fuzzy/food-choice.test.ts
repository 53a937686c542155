import { expect, test } from 'vitest';
import { searchIn } from './search-in.case.ts';
import { NO_SYNONYMS } from './synonyms.ts';

test.each([
  ['lean chop', ['Chop, lean and fat', 'Chop, with bone, lean only'], 1],
  ['chop lean and fat', ['Chop, with bone, lean only', 'Chop, with bone, lean and fat'], 1],
  ['sardines in oil', ['Fish oil, sardine', 'Fish, sardine, canned in oil'], 1],
  ['pears light syrup', ['Pears, extra light syrup', 'Pears, light syrup pack'], 1],
  ['olives', ['Olives, canned (extra large)', 'Olives, canned (jumbo)'], 0],
  ['cheese 45 %', ['Cheese, gouda', 'Soup, 45'], 0],
  ['eggs (2 eggs)', ['Soup, 2 eggs', 'Eggs'], 1],
  ['brown rice vinegar', ['Rice, brown', 'Vinegar'], 1],
  ['vinegar with brown rice', ['Rice, brown', 'Vinegar'], 1],
  ['unsalted grated cheese', ['Cheese, grated, salted', 'Cheese, without salt'], 1],
  ['low fat sharp cheddar', ['Cheddar, sharp', 'Cheddar, low fat'], 1],
  ['rice without salt or sauce', ['Sauce', 'Rice'], 1],
  ['soup -salt -saltless', ['Soup, with salt', 'Soup, without salt', 'Soup, canned'], 2],
  ['1 can beans', ['Beans, red', 'Beans, canned', 'Beans, green'], 1],
  ['2 cans whole beans', ['Beans, red', 'Beans, canned', 'Rice, whole'], 1],
  ['1 cup lettuce (romaine)', ['Lettuce', 'Lettuce, cos or romaine'], 1],
  ['1 cup lettuce (green romaine)', ['Lettuce', 'Lettuce, cos or green romaine'], 1],
  ['1 cup lettuce (sweet green romaine)', ['Lettuce', 'Lettuce, cos or sweet green romaine'], 0],
  ['1 cup grapes, seedless', ['Grapes', 'Grapes, canned, thompson seedless'], 0],
  ['1 cup beans, rinsed, hot, canned', ['Beans, raw', 'Beans, canned'], 1],
  // Later remarks are often about the cooking.
  ['1 cup beans, rinsed, hot, wet, canned', ['Beans, raw', 'Beans, canned'], 0],
  ['Onion (Red)', ['Red soup, onion', 'Onion'], 1],
  ['butter (peanut)', ['Butter', 'Peanut butter'], 1],
  ['corn (oil)', ['Corn', 'Oil, corn'], 1],
  ['fish (cod)', ['Fish, salmon', 'Fish, cod'], 1],
  ['2 milk (goat)', ['Milk, 2% fat', 'Milk, goat'], 1],
  ['1 lb salmon, cod', ['Fish, cod, with salmon', 'Fish, salmon'], 1],
  ['soup without salmn', ['Soup, salmon', 'Soup, without salmon'], 1],
  ['ketchup cinamon', ['Cinnamon', 'Soup, tomato, with catsup'], 1],
  ['ketchup cin', ['Cinnamon', 'Soup, tomato, fresh, pork with catsup'], 1],
  ['egg mix with ham and soy', ['Candies, ham and soy', 'Egg mix'], 1],
  ['2 pancakes and syrup', ['Syrup, maple', 'Pancakes, plain'], 1],
])('for %j of %j, food %i comes first', (text, foods, row) => {
  expect([...searchIn(foods)(text).rows][0]).toBe(row);
});

test.each([
  ['Sahne', ['Tee mit Sahne', 'Tee, grün, süße Sahne'], 1],
  ['Sahne', ['Tee mit Sahne', 'Kuchen (mit Sahne)'], 0],
  ['Milch', ['Milch-Eis', 'Milch frisch'], 1],
  ['Sahne', ['Tee, Sahne', 'Sauerrahm/Sahne'], 1],
  ['Sahne', ['Sahne-Windbeutel', 'Tee Sahne'], 1],
])('in German, for %j of %j, food %i comes first', (text, foods, row) => {
  const search = searchIn(foods, { language: 'de', synonyms: NO_SYNONYMS });
  expect([...search(text).rows][0]).toBe(row);
});
