import { expect, test } from 'vitest';
import { UNITS } from '../units.ts';
import { readAmount, VOCABULARIES } from '../vocabularies.ts';
import { ENGLISH } from './english.ts';

const { mass, volume, sizes, pieces, lengths } = UNITS;
const SIZES: readonly string[] = sizes;
const ALL = [...Object.keys(mass), ...Object.keys(volume), ...sizes, ...pieces, ...lengths];

test('English has words for every unit, including the unit’s name and plural', () => {
  expect(Object.keys(ENGLISH.units).sort()).toEqual(ALL.sort());
  for (const unit of ALL) expect(readAmount(`2 ${unit} xyz`)?.unit, unit).toBe(unit);
  for (const piece of pieces) {
    const plural = piece
      .replace(/(?<=[^aeiou])y$/, 'ie')
      .replace(/f$/, 've')
      .replace(/(?:ch|sh|ss|x)$/, '$&e');
    expect(readAmount(`2 ${plural}s xyz`)?.unit, piece).toBe(piece);
  }
});

/** Abbreviations, and words that are the same in singular and plural. */
const ONE_FORM = new Set(['floz', 'tblsp', 'squares', 'unid', 'brick']);

const ENGLISH_ENDINGS = [/ves$/, /f$/, /ies$/, /y$/, /es$/, /s$/].map((end) => [end, ''] as const);

test.each(['en', 'es', 'fr', 'it', 'pt'] as const)(
  'in %s, each unit has a singular and a plural',
  (language) => {
    const { endings: own, units } = VOCABULARIES[language];
    const endings = language === 'en' ? ENGLISH_ENDINGS : own;
    const stems = (word: string) => [word, ...endings.map(([end, to]) => word.replace(end, to))];
    const lonely = Object.entries(units).flatMap(([unit, words]) => {
      const others = (word: string) => words.filter((other) => other !== word).flatMap(stems);
      const isLonely = (word: string) => !stems(word).some((stem) => others(word).includes(stem));
      // Not "fl oz" or "cup or so".
      const isWhole = (word: string) => /^\w{4,}$/.test(word) && !ONE_FORM.has(word);
      return SIZES.includes(unit) ? [] : words.filter((word) => isWhole(word) && isLonely(word));
    });
    expect(lonely).toEqual([]);
  },
);
