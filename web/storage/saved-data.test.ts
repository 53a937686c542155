import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownValue } from '../foods/food.ts';
import { foodOf, plateOf } from '../foods/sample-foods.case.ts';
import { readSavedData } from './read-saved-data.ts';
import {
  addPlate,
  changePlate,
  currentPlate,
  deletePlate,
  importPlates,
  isFavorite,
  keepGuest,
  newSavedData,
  recordAdded,
  recordChoice,
  toggleFavorite,
} from './saved-data.ts';

const egg = foodOf('Egg', { id: '1', measures: [{ count: 1, name: 'large', grams: 50 }] });
const MONDAY = '2026-11-23';
const TUESDAY = { name: '', day: '2026-11-24', portions: [] };
const portions = plateOf(egg, foodOf('Salt', { kcal: null }));

describe('plates', () => {
  test('addPlate shows a new plate and keeps the others', () => {
    const saved = addPlate(changePlate(newSavedData(MONDAY), { portions }), TUESDAY);
    expect(saved.plates.map(({ day }) => day)).toEqual([TUESDAY.day, MONDAY]);
    expect(currentPlate(saved)).toMatchObject(TUESDAY);
    expect(saved.plates[1]?.portions).toEqual(portions);
  });

  test('addPlate drops the oldest beyond the limit', () => {
    let saved = newSavedData(MONDAY);
    for (let i = 0; i < 366; i += 1) saved = addPlate(saved, TUESDAY);
    expect(saved.plates).toHaveLength(366);
    expect(saved.plates.some(({ day }) => day === MONDAY)).toBe(false);
  });

  test('keepGuest makes the plate from a link your own, and replaces an empty plate of that day', () => {
    const guest = addPlate(newSavedData(MONDAY), { ...TUESDAY, isGuest: true });
    expect(currentPlate(guest).isGuest).toBe(true);
    const saved = keepGuest(guest, MONDAY);
    expect(saved.plates).toEqual([{ ...TUESDAY, id: guest.current, day: MONDAY, isGuest: false }]);
    expect(keepGuest(guest, TUESDAY.day).plates).toHaveLength(2);
    // An empty guest plate is kept under its own ID.
    expect(keepGuest(changePlate(guest, { portions: [] }), MONDAY).current).toBe(guest.current);
    expect(currentPlate(keepGuest(changePlate(guest, { portions: [] }), MONDAY)).id).toBe(
      guest.current,
    );
  });

  test('deletePlate shows the next plate; the last plate is only emptied', () => {
    const saved = addPlate(newSavedData(MONDAY), TUESDAY);
    const one = deletePlate(saved);
    expect(currentPlate(one).day).toBe(MONDAY);
    const last = deletePlate(changePlate(one, { portions }));
    expect(last.plates).toEqual([{ ...currentPlate(one), portions: [] }]);
  });
});

describe('importPlates', () => {
  const named = { name: 'Soup', day: MONDAY, portions };

  test('puts new plates first and shows the first of them', () => {
    const own = newSavedData(MONDAY);
    const { saved, ...counts } = importPlates(own, [named, TUESDAY, TUESDAY]);
    expect(saved.plates.map(({ name, day }) => [name, day])).toEqual([
      ['Soup', MONDAY],
      ['', TUESDAY.day],
      ['', MONDAY],
    ]);
    expect(currentPlate(saved)).toMatchObject(named);
    expect(counts).toEqual({ added: 2, known: 1, leftOut: 0 });
  });

  test('shows a plate that already exists', () => {
    const once = addPlate(importPlates(newSavedData(MONDAY), [named]).saved, TUESDAY);
    const { saved, ...counts } = importPlates(once, [named]);
    expect(saved.plates).toEqual(once.plates);
    expect(currentPlate(saved)).toMatchObject(named);
    expect(counts).toEqual({ added: 0, known: 1, leftOut: 0 });
  });

  test('leaves out plates for which there is no room, and replaces none', () => {
    const own = newSavedData(MONDAY);
    const many = Array.from({ length: 366 }, (_, i) => ({ ...named, name: String(i) }));
    const { saved, ...counts } = importPlates(own, many);
    expect(saved.plates).toHaveLength(366);
    expect(saved.plates.at(-1)).toEqual(own.plates[0]);
    expect(counts).toEqual({ added: 365, known: 0, leftOut: 1 });
    // Two tabs together may have added more than the limit.
    const over = { ...saved, plates: [...saved.plates, { ...TUESDAY, id: 'x' }] };
    expect(importPlates(over, [named, TUESDAY, { ...named, name: 'Tea' }])).toMatchObject({
      added: 0,
      leftOut: 2,
    });
  });
});

describe('foods', () => {
  test('ownValue finds nothing under the names that objects inherit', () => {
    for (const key of ['constructor', '__proto__']) {
      expect(ownValue({}, key)).toBeUndefined();
      expect(ownValue(recordChoice(newSavedData(MONDAY), key, '1').choices, key)).toBe('1');
    }
  });

  test('recordAdded keeps the latest 12, each once, and the unit', () => {
    const foods = Array.from({ length: 13 }, (_, i) => foodOf(String(i)));
    let saved = foods.reduce((now, food) => recordAdded(now, food, 'g'), newSavedData(MONDAY));
    saved = recordAdded(saved, foodOf('5'), 'cup');
    expect(saved.recent.map(({ description }) => description).join()).toBe(
      '5,12,11,10,9,8,7,6,4,3,2,1',
    );
    expect(saved.units).toMatchObject({ 5: 'cup', 12: 'g' });
  });

  test('recordAdded keeps the units of the latest 200 foods', () => {
    const foods = Array.from({ length: 201 }, (_, i) => foodOf(`Food ${i}`));
    const { units } = foods.reduce(
      (saved, food) => recordAdded(saved, food, 'g'),
      newSavedData(MONDAY),
    );
    expect(Object.keys(units)).toHaveLength(200);
    expect(units).not.toHaveProperty('Food 0');
  });

  test('toggleFavorite adds or removes a food by its key', () => {
    const saved = toggleFavorite(newSavedData(MONDAY), egg);
    expect(isFavorite(saved, foodOf('Another name', { id: '1' }))).toBe(true);
    expect(toggleFavorite(saved, egg).favorites).toEqual([]);
  });
});

/** Stands for a number in JSON that is too large for JavaScript, which reads it as infinite. */
const HUGE = 'huge';
const storedText = (value: unknown) => JSON.stringify(value).replaceAll(`"${HUGE}"`, '1e999');

describe('readSavedData', () => {
  const full = toggleFavorite(
    recordAdded(
      addPlate(newSavedData(MONDAY), { ...TUESDAY, portions, isGuest: true }),
      egg,
      'large',
    ),
    egg,
  );

  test('reads saved data', () => {
    const saved = { ...full, basis: 'portion' as const };
    expect(readSavedData(JSON.stringify(saved))).toEqual(saved);
  });

  test('leaves out invalid data', () => {
    const unit = { name: 'g', grams: 1 };
    const odd = [
      null,
      { food: egg, count: -1, unit },
      { food: egg, count: 1, unit: { name: 'g', grams: 0 } },
      { food: egg, count: 99_999, unit },
      { food: egg, count: HUGE, unit },
      { food: egg, count: 1, unit: { name: 'g', grams: HUGE } },
      { food: { description: 7 }, count: 1, unit },
      { food: egg, count: 2, unit },
    ];
    const read = readSavedData(
      storedText({ plates: [{ name: 'a', portions: odd }], units: { a: 1 } }),
    );
    expect(read?.plates[0]?.portions).toEqual([{ food: egg, count: 2, unit }]);
    expect(read).toMatchObject({ recent: [], basis: '100g', units: {} });
  });

  test('keeps a plate that has a valid name, without its invalid parts', () => {
    const measures = [
      { count: 1, name: 'cup', grams: 240 },
      { count: 0, name: 'cup', grams: 240 },
      { count: 1, name: 'cup', grams: 0 },
      { count: HUGE, name: 'cup', grams: 240 },
      { count: 1, name: 7, grams: 240 },
    ];
    const food = { description: 'Egg', kcal: 1, protein: 'x', measures };
    const plate = { id: 7, name: 'a', day: '1.1.2026', portions: [], isGuest: 'yes' };
    const read = readSavedData(
      storedText({
        plates: [{ ...plate, name: 7 }, plate],
        recent: [food],
        goals: { kcal: 0, vit_b12_µg: 0.5, fiber_td_g: '30', iron_mg: HUGE },
      }),
    );
    expect(read?.plates).toEqual([{ id: '', name: 'a', day: '', portions: [] }]);
    const none = { protein: null, fat: null, carbohydrate: null };
    expect(read?.recent).toEqual([
      { ...foodOf('Egg', { kcal: 1, ...none }), measures: measures.slice(0, 1) },
    ]);
    expect(read?.goals).toEqual({ vit_b12_µg: 0.5 });
  });

  test('treats a value too large to show as unknown', () => {
    const huge = { ...egg, kcal: 1e300, fat: -1e300, protein: 1e9 };
    const read = readSavedData(JSON.stringify({ plates: [{ name: 'a' }], recent: [huge] }));
    expect(read?.recent).toEqual([{ ...huge, kcal: null, fat: null }]);
  });

  test('reads a portion of zero, but not a portion without a number', () => {
    const unit = { name: 'ml', grams: 0.9 };
    const portions = [
      { food: egg, count: 0, unit },
      { food: egg, count: '1', unit },
      { food: egg, unit },
    ];
    const read = readSavedData(JSON.stringify({ plates: [{ name: 'a', portions }] }));
    expect(read?.plates[0]?.portions).toEqual([{ food: egg, count: 0, unit }]);
  });

  test.each(['', 'null', '[]', '{}', '{"plates":[]}', '{"plates":[7]}', '{"plates":{}}'])(
    'finds nothing usable in %j',
    (text) => {
      expect(readSavedData(text)).toBeUndefined();
    },
  );

  test('never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (plates, rest) => {
        readSavedData(
          `{"plates":[{"name":"x","portions":${plates}}],"recent":${rest},"units":${rest}}`,
        );
      }),
    );
  });
});
