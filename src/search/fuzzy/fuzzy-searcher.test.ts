import { describe, expect, test } from 'vitest';
import { Work } from '../work.ts';
import { ENGLISH, searchIn } from './search-in.case.ts';
import { createSynonyms, NO_SYNONYMS, parseSynonyms } from './synonyms.ts';

describe('search', () => {
  test.each([
    ['eggs', 'Egg, whole', 'another number'],
    ['berry', 'Berries, raw', 'another number'],
    ['leaf', 'Spinach leaves', 'another number'],
    ['mash potato', 'Potatoes, mashed', 'a participle'],
    ['brocc', 'Broccoli, raw', 'a beginning'],
    ['brocoli', 'Broccoli, raw', 'a typo'],
    ['cinammon', 'Spices, cinnamon', 'two typos'],
    ['ketchup', 'Catsup', 'another name'],
    ['oj', 'Orange juice, raw', 'a name of several words'],
    ['hot dogs', 'Frankfurter, beef', 'a name of several words in the plural'],
    ['hotdog', 'Frankfurter, beef', 'a name written together'],
    ['hot do', 'Frankfurter, beef', 'the beginning of a name of several words'],
    ['ham and', 'Ham and cheese', 'a stop word at the end'],
    ['ham and c', 'Ham and cheese', 'a stop word before the last one'],
    ['soy milk', 'Soymilk, plain', 'words written apart'],
    ['soy mil', 'Soymilk, plain', 'the beginning of words written together'],
    ['3 soymilk with foobar', 'Soymilk, plain', 'the word before "with", after a number'],
    ['black oli', 'Olives, ripe', 'a beginning after a word that only describes the food'],
    ['peanutbutter', 'Peanut butter, smooth', 'words written together'],
    ['mcdonalds', "McDONALD'S, fries", 'an apostrophe'],
    ['McDonald’s', "McDONALD'S, fries", 'a typographic apostrophe'],
    ['smorrebrod', 'Smørrebrød', 'special letters'],
    ['strasse', 'Straße', 'special letters'],
    ['the egg of', 'Egg, whole', 'stop words'],
    ['ostrich egg', 'Egg, whole', 'a word that no food has'],
    ['-egg', 'Egg, whole', 'a hyphen before the only word'],
    ['"hard egg"', 'Egg, hard egg', 'words in quotes'],
    ['“hard egg”', 'Egg, hard egg', 'words in typographic quotes'],
  ])('for %j, finds %j: %s', (text, description) => {
    const search = searchIn(['Nothing, else', description, 'Milk']);
    expect([...search(text).rows][0]).toBe(1);
  });

  test.each([
    ['black ol', ['Tea, black', 'Olives, ripe', 'Olives, green'], 1],
    ['rice vi', ['Vinegar', 'Rice', 'Rice, v, i'], 1],
    ['full fat milk', ['Milk', 'Milk, reduced fat', 'Milk, not reduced fat'], 2],
    ['cocoa with sugar', ['Cocoa', 'Cocoa, unsweetened', 'Cocoa, not unsweetened'], 2],
    ['duck minus the skin', ['Duck, skin', 'Duck, without skin'], 1],
    ['duck w/out skin', ['Duck, skin', 'Duck, without skin'], 1],
    ['duck w/skin', ['Duck, skin', 'Onion with duck', 'Duck, plain'], 2],
    ['duck without any skin', ['Duck, skin', 'Duck, without skin'], 1],
    ['duck sans skin', ['Duck, skin', 'Duck, without skin'], 1],
    ['duck excluding skin', ['Duck, skin', 'Duck, without skin'], 1],
    ['duck with skin on', ['Duck, skin', 'Onion with duck', 'Duck, plain'], 2],
    ['beet soup', ['Soup', 'Soup, plain', 'Beets'], 2],
  ])('for %j of %j, finds the food of the more likely word first: %j', (text, foods, row) => {
    expect([...searchIn(foods)(text).rows][0]).toBe(row);
  });

  test('words of the table that start with the typed text come before names that start with it', () => {
    const synonyms = createSynonyms([parseSynonyms('english peas\t>\tpeas').entries]);
    const search = searchIn(['Peas', 'English muffins'], { language: 'english', synonyms });
    expect([...search('englis').rows]).toEqual([1, 0]);
  });

  /** Searches a table of `Food0`, `Food1` and so on, with one synonym for each. */
  const searchByNames = (names: readonly string[]) => {
    const lines = names.map((name, i) => `${name}\t>\tfood${i}`).join('\n');
    const synonyms = createSynonyms([parseSynonyms(lines).entries]);
    const foods = names.map((_, i) => `Food${i}`);
    return searchIn(foods, { language: 'english', synonyms });
  };

  test('looks up the first eight names that begin with the last word', () => {
    const search = searchByNames([...'abcdefghi'].map((letter) => `zzzzyy${letter}`));
    expect([...search('zzzz').rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...search('zz').rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...search('z').rows]).toEqual([]);
    expect([...search('z z z z y').rows]).toEqual([]);
  });

  test('uses up to 32 meanings of words', () => {
    const search = searchByNames(Array.from({ length: 40 }, () => 'zzzz'));
    expect(search('zzzz').rows).toHaveLength(32);
  });

  // Each query ranks spinach with or without salt first.
  test.each([
    ['salted spinach', 'with'],
    ['spinach with salt', 'with'],
    ['spinach salt', 'with'],
    ['unsalted spinach', 'without'],
    ['spinach without salt', 'without'],
    ['spinach without added salt', 'without'],
    ['spinach w/o salt', 'without'],
    ['no salt added spinach', 'without'],
    ['spinach not salted', 'without'],
    ['non salted spinach', 'without'],
    ['salt-free spinach', 'without'],
    ['spinach salt free', 'without'],
    ['spinach free of salt', 'without'],
    ['saltless spinach', 'without'],
    ['spinach no pepper or salt', 'without'],
    ['spinach no pepper and added salt', 'without'],
  ])('for %j, the spinach %s salt comes first', (text, wanted) => {
    const ways = [
      'without salt',
      'unsalted',
      'no salt added',
      'not salted',
      'salt free',
      'saltless',
    ];
    for (const way of [...ways, 'without pepper or salt', 'no pepper, no salt']) {
      const search = searchIn([`Spinach, ${way}`, 'Spinach, with salt', `Spinach, boiled, ${way}`]);
      expect([...search(text).rows][0], way).toBe(wanted === 'with' ? 1 : 0);
    }
  });

  test.each([
    ['soup -beef', [1, 3]],
    ['soup -beef -pea', [3]],
    ['-beef soup', [1, 3]],
    ['soup -tomatoes', [0, 1, 3]],
    ['soup -salt', [0, 2, 1]],
    ['soup - beef', [0, 1, 2, 3]],
    ['"beef soup"', [0]],
    ['"soup beef"', []],
    ['"soup, beef" -tomato', []],
    ['"tomato beef" soup', [2]],
    ['"without salt" soup', [1]],
  ])('for %j, finds only %j', (text, rows) => {
    const foods = ['Beef soup', 'Soup, pea, without salt', 'Soup, tomato beef', 'Soup, with salt'];
    const found = [...searchIn(foods)(text).rows].sort();
    expect(found).toEqual(text === 'soup -salt' ? [0, 1, 2] : rows);
  });

  test.each([['lentil', 'Lentils, sprouted, raw', 'Lentils, red, raw', 'an unusual form']])(
    'for %j, %j comes after %j: %s',
    (text, later, first) => {
      expect([...searchIn([later, first])(text).rows]).toEqual([1, 0]);
    },
  );

  test('finds nothing only if no word matches', () => {
    const search = searchIn(['Egg, whole', 'Milk']);
    for (const text of ['', ' ', 'ostrich', '-', '\u0301'])
      expect([...search(text).rows]).toEqual([]);
  });

  test('corrects a word only if hardly any food has it', () => {
    const foundIn = (table: string[]) => [...searchIn(table)('bread').rows];
    expect(foundIn(['Broad', 'Bread', 'Bread'])).toEqual([1, 2, 0]);
    expect(foundIn(['Broad', 'Bread', 'Bread', 'Bread'])).toEqual([1, 2, 3]);
  });

  test('accepts a missing letter in a word of three, but no other typo', () => {
    expect([...searchIn(['Beef'])('bef').rows]).toEqual([0]);
    for (const other of ['Bee', 'Be', 'Bfe']) {
      expect([...searchIn([other])('bef').rows], other).toEqual([]);
    }
  });

  test('looks at the first 16 different words, and says so', () => {
    const words = [...'abcdefghijklmnopqrst'].map((letter) => letter.repeat(5));
    const search = searchIn(['ddddd', 'rrrrr']);
    const { rows, interpretation } = search([...words, 'ddddd'].join(' '));
    expect([...rows]).toEqual([0]);
    expect(interpretation.droppedCount).toBe(4);
  });

  test('ignores filler words, unless there are no others', () => {
    const search = searchIn(['Egg', 'To']);
    const { readings } = search(
      'egg a an and the of with in on or for to from some my',
    ).interpretation;
    expect(readings).toEqual([]);
    expect([...search('to').rows]).toEqual([1]);
  });

  test('says how it understood each word', () => {
    const search = searchIn(['Eggs, raw', 'Catsup', 'Cheese, cheddar', 'Orange juice']);
    expect(search('egg ketchup chese zzz oj').interpretation.readings).toEqual([
      { typed: 'egg', manner: 'word', marks: ['eggs'] },
      { typed: 'ketchup', manner: 'name', taken: 'catsup', marks: ['catsup'] },
      { typed: 'chese', manner: 'slip', taken: 'cheese', marks: ['cheese'] },
      { typed: 'zzz', manner: 'none' },
      { typed: 'oj', manner: 'name', taken: 'orange juice', marks: ['orange', 'juice'] },
    ]);
    expect(search('eggs catsup').interpretation.readings).toEqual([]);
    expect(search('ca').interpretation.readings).toEqual([{ typed: 'ca', manner: 'beginning' }]);
  });

  test('finds a food by one of its other names', () => {
    const foods = ['Wiener schnitzel', 'Sausage, beef', 'Candies, nougat bar', 'Dog biscuit'];
    const names = [null, 'wiener, hot dog', 'hot stuff', null];
    const search = searchIn(foods, { ...ENGLISH, synonyms: NO_SYNONYMS }, { names });
    // Matches in the description come first.
    expect([...search('wieners').rows]).toEqual([0, 1]);
    expect([...search('hot dog').rows]).toEqual([1, 3, 2]);
    expect([...search('hot dog beef').rows][0]).toBe(1);
    expect([...search('hot do').rows][0]).toBe(1);
    expect([...search('"hot dog"').rows]).toEqual([1]);
    expect([...search('dog -hot').rows]).toEqual([3]);
    expect(search('hot dogs beef').interpretation.readings).toContainEqual({
      typed: 'hot dogs',
      manner: 'name',
      taken: 'sausage',
      marks: ['sausage'],
    });
  });

  test('whole foods come before packaged ones, unless the query names the brand', () => {
    const foods = ['Milk', 'Drink, dairy', 'Milk, whole', 'Milk, oat'];
    const names = [',\nAcme', 'milk', null, null];
    const search = searchIn(foods, ENGLISH, { names });
    expect([...search('milk').rows]).toEqual([2, 3, 1, 0]);
    expect([...search('acme milk').rows]).toEqual([0, 2, 3, 1]);
  });

  test('a search that exceeded its work limit does not affect the next one', () => {
    const foods = Array.from({ length: 300 }, (_, n) => `Egg${n % 7}, milk${n % 5}`);
    const free = searchIn(foods);
    let isLimited = true;
    const work = new Work(200, () => {
      if (isLimited) throw new Error('ended');
    });
    const search = searchIn(foods, ENGLISH, { work });
    for (const text of ['egg1 milk2', 'e m', 'milk egg3', 'm']) {
      isLimited = true;
      expect(() => search(text)).toThrow('ended');
      isLimited = false;
      expect([...search(text).rows]).toEqual([...free(text).rows]);
    }
  });
});
