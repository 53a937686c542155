import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EGG } from '../../../test/egg.ts';
import type { StoredEntry } from '../../food/food-entry.ts';
import { readEntries } from './read-entries.ts';
import { writeEntries } from './write-entries.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sqlite-'));
const egg: StoredEntry = { ...EGG, fa_sat_g: null };

test('writeEntries makes a table that reads back the same, in place of the one before', () => {
  const path = join(folder, 'eggs.sqlite');
  expect(writeEntries(path, [egg])).toBe(1);
  expect(writeEntries(path, [egg, { ...egg, description: null }])).toBe(2);
  expect([...readEntries(path)]).toEqual([egg, { ...egg, description: null }]);
});

test('writeEntries leaves nothing behind where the entries fail', () => {
  const path = join(folder, 'none.sqlite');
  const failing = (function* () {
    yield egg;
    throw new Error('the source broke');
  })();
  expect(() => writeEntries(path, failing)).toThrow('the source broke');
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
});
