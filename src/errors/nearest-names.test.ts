import { expect, test } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const NAMES = ['kcal', 'protein_g', 'fat_g', 'fat_known', 'sodium_mg', 'iron_mg', 'zinc_mg'];

test.each([
  ['protein', ['protein_g']],
  ['PROTEIN_G', ['protein_g']],
  ['protien_g', ['protein_g']],
  ['sodium_g', ['sodium_mg']],
  ['fat', ['fat_g', 'fat_known']],
  ['iron_mgs', ['iron_mg']],
  ['calories', NAMES],
  ['irno', NAMES],
  ['', NAMES],
  ['protein'.repeat(10), NAMES],
])('nearestNames of %j: %j', (written, nearest) => {
  expect(nearestNames(written, NAMES)).toEqual(nearest);
});

test('nearestNames of no names: none', () => {
  expect(nearestNames('kcal', [])).toEqual([]);
});
