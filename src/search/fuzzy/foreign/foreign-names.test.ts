import { expect, test } from 'vitest';
import type { ForeignLanguage } from '../language.ts';
import { ForeignNames, parseForeignNames, synonymsIn } from './foreign-names.ts';

const NAMES = `# Names of foods
en\tes\tde
milk\tleche|leche de vaca|lácteo\tMilch|Kuhmilch|Alpenmilch
whole milk\tleche entera\tVollmilch
buckwheat\ttrigo sarraceno\tBuchweizen
flour\tharina\tMehl
spinach\tespinaca\tSpinat
garlic\tajo\tKnoblauch
fat\tgrasa\tFett
without salt\tsin sal\tungesalzen
`;

test.each<[ForeignLanguage, text: string, from: number, to: number, english: string]>([
  ['es', 'leche', 0, 1, 'milk'],
  ['es', 'leches frias', 0, 1, 'milk'],
  ['es', 'leche entera', 0, 2, 'whole milk'],
  ['es', 'leches enteras', 0, 2, 'whole milk'],
  ['es', 'dos leche vaca', 1, 3, 'milk'],
  ['es', 'espinacas', 0, 1, 'spinach'],
  ['es', 'sal', 0, 0, ''],
  ['es', 'entera', 0, 0, ''],
  ['es', 'trigo', 0, 0, ''],
  ['de', 'vollmilch', 0, 1, 'whole milk'],
  ['de', 'buchweizenmehl', 0, 1, 'buckwheat flour'],
  ['de', 'xyzmehl', 0, 1, 'flour'],
  ['de', 'mehlxyz', 0, 0, ''],
  ['de', 'blattspinat', 0, 1, 'spinach'],
  ['de', 'knoblauchzehe', 0, 1, 'garlic'],
  ['de', 'fettfreie', 0, 1, 'without fat'],
  ['de', 'fettfreiem', 0, 1, 'without fat'],
  ['de', 'fettlos', 0, 1, 'without fat'],
  ['de', 'xyzlos', 0, 0, ''],
])('in %s, the words of %j from %i to %i are a name of %j', (language, text, from, to, english) => {
  const found = new ForeignNames(NAMES, language).at(text.split(' '), from);
  expect([found?.to ?? 0, found?.english.join(' ') ?? '']).toEqual([to, english]);
});

test('a name does not continue after an empty word', () => {
  const names = new ForeignNames(NAMES, 'es');
  expect(names.at(['leche', '', 'entera'], 0)?.to).toBe(1);
  expect(names.at(['', 'leche'], 0)).toBeUndefined();
});

test.each<[string, boolean]>([
  ['lech', true],
  ['leche ent', true],
  ['ente', false],
  ['x', false],
  ['de', false],
  ['trigo sarraceno', true],
  ['trigo sarracenos', false],
])('%j begins a name: %j', (text, isPrefix) => {
  expect(new ForeignNames(NAMES, 'es').isNamePrefix(text)).toBe(isPrefix);
});

test('parseForeignNames reads the names by language, and drops filler words of the English name', () => {
  const [milk, ...others] = parseForeignNames(NAMES);
  expect(milk).toEqual({
    english: ['milk'],
    names: { es: ['leche', 'leche de vaca', 'lácteo'], de: ['Milch', 'Kuhmilch', 'Alpenmilch'] },
  });
  expect(others.at(-1)?.english).toEqual(['without', 'salt']);
  expect(new ForeignNames(NAMES, 'es').synonyms).toMatchObject({
    names: [
      ...['ajo', 'espinaca', 'grasa', 'harina', 'lacteo', 'leche', 'lecheentera'],
      ...['lechevaca', 'sinsal', 'trigosarraceno'],
    ],
    maxWords: 2,
  });
});

test('other names of a food are synonyms of its first name, unless one contains the other', () => {
  expect(synonymsIn(NAMES, 'es')).toEqual([
    { name: ['lacteo'], meaning: ['leche'], isMutual: true },
  ]);
  expect(synonymsIn(NAMES, 'de').map(({ name }) => name)).toEqual([['kuhmilch'], ['alpenmilch']]);
});
