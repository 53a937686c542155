import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { runs } from '../../../test/runs.ts';
import type { StoredValue } from '../../food/decimal.ts';
import { findKey, KeyIndexBuilder } from './key-index.ts';

function indexOf(column: string, keys: readonly StoredValue[]) {
  const builder = new KeyIndexBuilder(column);
  for (const key of keys) builder.add(key);
  return builder.build();
}

test('findKey finds each key and no other, whatever the keys', () => {
  const keys = fc.uniqueArray(fc.string({ unit: anyCharacter, minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(keys, fc.array(fc.string()), (all, others) => {
      const storable = [...new Set(all.map((key) => Buffer.from(key).toString()))];
      const index = indexOf('id', storable) ?? expect.fail('not unique');
      expect(storable.map((key) => findKey(index, key))).toEqual(storable.map((_, row) => row));
      for (const other of others.filter((key) => !storable.includes(key))) {
        expect(findKey(index, other)).toBeUndefined();
      }
    }),
    { numRuns: runs(60) },
  );
});

test.each([
  ['ndb_no', ['01077'], '1077', 0],
  ['ndb_no', ['01077'], '01077', 0],
  ['ndb_no', [1077], '01077', 0],
  ['NDB_No', ['00000'], '0', 0],
  ['ndb_no', ['01077'], '1077 ', undefined],
  ['code', ['0123'], '123', undefined],
  ['code', ['0123'], '0123', 0],
  ['id', [7, 9_007_199_254_740_993n], '9007199254740993', 1],
  ['id', [7], '7.0', undefined],
  ['id', [null, 'a'], '', undefined],
  ['id', [null, 'a'], 'a', 1],
])('in column %s of %s, the key %j is row %s', (column, keys, text, row) => {
  const index = indexOf(column, keys) ?? expect.fail('not unique');
  expect(findKey(index, text)).toBe(row);
});

test.each([
  ['repeats', 'id', ['a', 'b', 'a']],
  ['repeats, once as text and once as a number', 'ndb_no', ['01077', 1077]],
  ['is always missing', 'id', [null, null]],
  ['is in a table without rows', 'id', []],
])('KeyIndexBuilder builds nothing if the key %s', (_, column, keys) => {
  expect(indexOf(column, keys)).toBeUndefined();
});
