import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Portion } from '../foods/plate.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { mergeSavedData } from './merge-saved-data.ts';
import { type NamedPlate, NOTHING_SAVED, type SavedData } from './saved-data.ts';

const plate = (id: string, portions: readonly Portion[] = [], name = ''): NamedPlate => {
  return { id, name, day: '2026-11-22', portions };
};
const saved = (...plates: readonly NamedPlate[]): SavedData => {
  return { ...NOTHING_SAVED, plates, current: plates[0]?.id ?? '' };
};
const [egg, oats, milk] = ['Egg', 'Oats', 'Milk'].map((name) => foodOf(name));
const of = (...foods: readonly (typeof egg)[]) =>
  plateOf(...foods.filter((food) => food !== undefined));
const namesOn = ({ plates }: SavedData) =>
  plates.map(({ portions }) => portions.map(({ food }) => food.description).join());

describe('mergeSavedData', () => {
  const base = saved(plate('a', of(egg)));

  test('has the additions of both sides, each food once', () => {
    const merged = mergeSavedData(
      base,
      saved(plate('a', of(egg, oats))),
      saved(plate('a', of(egg, milk))),
    );
    expect(namesOn(merged)).toEqual(['Egg,Oats,Milk']);
    const plates = mergeSavedData(
      base,
      saved(plate('b'), plate('a', of(egg))),
      saved(plate('c'), ...base.plates),
    );
    expect(plates.plates.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
  });

  test('adds up what both sides added of one food', () => {
    const more = (count: number) =>
      saved(
        plate(
          'a',
          of(egg).map((row) => ({ ...row, count })),
        ),
      );
    expect(mergeSavedData(base, more(150), more(120)).plates[0]?.portions[0]?.count).toBe(170);
    expect(mergeSavedData(base, more(20), more(30)).plates[0]?.portions[0]?.count).toBe(20);
    // The sum is more than a plate can hold.
    expect(mergeSavedData(base, more(9000), more(8000)).plates[0]?.portions[0]?.count).toBe(9000);
  });

  test('removes what one side removed, unless the other changed it', () => {
    const two = saved(plate('a', of(egg)), plate('b', of(oats)));
    expect(namesOn(mergeSavedData(two, saved(plate('a', of(egg))), two))).toEqual(['Egg']);
    const changed = saved(plate('a', of(egg)), plate('b', of(oats, milk)));
    expect(namesOn(mergeSavedData(two, saved(plate('a', of(egg))), changed))).toEqual([
      'Egg',
      'Oats,Milk',
    ]);
    expect(namesOn(mergeSavedData(two, changed, saved(plate('a', of(egg)))))).toEqual([
      'Egg',
      'Oats,Milk',
    ]);
  });

  test('keeps one plate if the two sides together deleted all', () => {
    const two = saved(plate('a'), plate('b'));
    expect(mergeSavedData(two, saved(plate('b')), saved(plate('a'))).plates).toEqual([plate('b')]);
  });

  test('takes each value from the side that changed it, or ours if both did', () => {
    const merged = mergeSavedData(
      { ...base, goals: { kcal: 1 } },
      { ...saved(plate('a', of(egg), 'ours')), goals: { kcal: 2 }, units: { 1: 'g' } },
      { ...saved(plate('a', of(egg), 'theirs')), goals: { kcal: 1, iron: 3 }, basis: 'portion' },
    );
    expect(merged.plates[0]?.name).toBe('ours');
    expect(merged).toMatchObject({
      goals: { kcal: 2, iron: 3 },
      units: { 1: 'g' },
      basis: 'portion',
    });
  });

  test('restores removed entries in their old place', () => {
    const before = saved(plate('a', of(egg, oats, milk)));
    const after = saved(plate('a', of(egg, milk)));
    expect(mergeSavedData(after, before, after)).toEqual(before);
    const since = saved(plate('a', of(egg, milk, foodOf('Rye'))));
    expect(namesOn(mergeSavedData(after, before, since))).toEqual(['Egg,Oats,Milk,Rye']);
  });

  test('equals one side if the other changed nothing', () => {
    const foods = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
    const any = fc.uniqueArray(fc.tuple(fc.constantFrom('1', '2', '3'), foods), {
      selector: ([id]) => id,
      minLength: 1,
    });
    const data = any.map((plates) =>
      saved(...plates.map(([id, names]) => plate(id, of(...names.map((name) => foodOf(name)))))),
    );
    fc.assert(
      fc.property(data, data, (one, other) => {
        expect(mergeSavedData(one, one, other).plates).toEqual(other.plates);
        expect(mergeSavedData(one, other, one).plates).toEqual(other.plates);
      }),
    );
  });
});

test.each([
  [100, 40, 60, 0],
  [100, 30, 60, 30],
  [100, 150, 120, 170],
  [100, 9000, 9000, 9000],
])('%d g that became %d here and %d elsewhere are merged to %d g', (before, ours, theirs, left) => {
  const withCount = (count: number) =>
    saved(
      plate(
        'a',
        of(egg).map((row) => ({ ...row, count })),
      ),
    );
  const merged = mergeSavedData(withCount(before), withCount(ours), withCount(theirs));
  expect(merged.plates[0]?.portions.map(({ count }) => count)).toEqual([left]);
});

test('a plate from a link stays a guest plate until one side keeps it', () => {
  const named = (name: string, isGuest: boolean) =>
    saved({ ...plate('a', [], name), ...(isGuest && { isGuest }) });
  const isGuest = (ours: SavedData, theirs: SavedData) =>
    mergeSavedData(named('', true), ours, theirs).plates[0]?.isGuest;
  expect(isGuest(named('b', true), named('c', true))).toBe(true);
  expect(isGuest(named('b', false), named('c', true))).toBeUndefined();
  expect(isGuest(named('b', true), named('c', false))).toBeUndefined();
});

test('the current plate stays, unless it was deleted elsewhere', () => {
  const both = { ...saved(plate('a', of(egg)), plate('b', of(oats))), current: 'b' };
  const elsewhere = { ...both, current: 'a' };
  expect(mergeSavedData(both, both, elsewhere).current).toBe('b');
  expect(mergeSavedData(both, both, saved(plate('a', of(egg)))).current).toBe('a');
});
