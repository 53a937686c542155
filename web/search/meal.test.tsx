import { expect, test } from 'vitest';
import type { Meal, MealLine } from '../../src/client/index.ts';
import { shortText } from '../foods/plate.ts';
import { foodOf } from '../foods/sample-foods.case.ts';
import { portionsOf } from '../page/page-state.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { Meal as MealView } from './meal.tsx';

const found = (id: string | null, description: string) => ({ id, description });
const lineOf = (line: string, more: Partial<MealLine>): MealLine => ({
  ...{
    line,
    amount: 2,
    unit: 'cup',
    grams: 488,
    how: 'weight',
    certain: true,
    food: found('1', 'Milk'),
    alternatives: [],
    nutrients: null,
  },
  ...more,
});

/** The service's answer for each line. */
const ANSWERS: Record<string, Partial<MealLine>> = {
  '2 cups milk': { alternatives: [found('2', 'Rye bread'), found(null, 'No key')] },
  rye: {
    food: found('2', 'Rye bread'),
    how: 'usual amount',
    certain: false,
    amount: 1,
    unit: 'slice',
    grams: 32,
  },
  '1 glass milk': {
    how: 'measure of its kind',
    certain: false,
    unit: null,
    amount: 250,
    grams: 250,
  },
  '1 bite rye': {
    food: found('2', 'Rye bread'),
    how: 'unknown',
    certain: false,
    amount: 1,
    unit: 'bite',
    grams: null,
  },
  xyz: { food: null, how: 'unknown', certain: false, amount: null, grams: null },
  '0 rye': { food: found('2', 'Rye bread'), amount: 0, grams: 0 },
  '99 kg milk': { amount: 99, unit: 'kg', grams: 99_000 },
  shake: { food: found(null, 'Shake'), amount: 2, unit: 'cup', grams: 100 },
};

const mealOf = (lines: readonly string[]): Meal => ({
  lines: lines.map((line) => lineOf(line, ANSWERS[line] ?? {})),
  totals: { known: 0, lines: 0 },
});

/** Shows a meal that the service has looked up. */
async function eaten(query: string, service = {}) {
  const asked: (readonly string[])[] = [];
  const done: string[] = [];
  const shown = shownPage(
    (page) => <MealView page={page} onDone={() => void done.push('done')} />,
    {
      at: `q=${encodeURIComponent(query)}`,
      service: {
        meal: async (lines: readonly string[]) => {
          asked.push(lines);
          return mealOf(lines);
        },
        best: async (description: string) => foodOf(description),
        ...service,
      },
    },
  );
  await shown.settle();
  await shown.settle(150);
  const { view } = shown;
  const [inputs, selects] = ['input', 'select'].map((name) => view.all(name));
  const edit = (line: number, value: string) =>
    inputs?.[line]?.fire('input', { currentTarget: { value } });
  const choose = (line: number, value: string) =>
    selects?.[line]?.fire('change', { currentTarget: { value } });
  const plate = () =>
    portionsOf(shown.store.state).map((row) => `${row.food.description}: ${shortText(row)}`);
  return { ...shown, asked, ended: done, inputs, edit, choose, plate };
}

test('each line shows its food, and a remark if the food or its amount is doubtful', async () => {
  const { view, asked } = await eaten(Object.keys(ANSWERS).join('; '));
  expect(view.outline).toMatchInlineSnapshot(`
    "<section class="meal stack" aria-labelledby="meal-title">
      <h2 id="meal-title" aria-live="polite">A meal of 8 foods</h2>
      <ul>
        <li>
          <input aria-label="Line “2 cups milk”" autocomplete="off" value="2 cups milk"></input>
          <select aria-label="Food for “2 cups milk”" value="1">
            <option value="1">Milk</option>
            <option value="2">Rye bread</option>
          <span class="note"><b>293 kcal</b> · 2 cups, 488 g</span>
        <li class="doubtful">
          <input aria-label="Line “rye”" autocomplete="off" value="rye"></input>
          <select aria-label="Food for “rye”" value="2"><option value="2">Rye bread</option></select>
          <span class="note"><b>83 kcal</b> · 1 slice, 32 g<span class="doubt">The usual amount.</span></span>
        <li class="doubtful">
          <input aria-label="Line “1 glass milk”" autocomplete="off" value="1 glass milk"></input>
          <select aria-label="Food for “1 glass milk”" value="1"><option value="1">Milk</option></select>
          <span class="note"><b>150 kcal</b> · 250 g<span class="doubt">Weighed like a similar food.</span></span>
        <li class="doubtful">
          <input aria-label="Line “1 bite rye”" autocomplete="off" value="1 bite rye"></input>
          <select aria-label="Food for “1 bite rye”" value="2"><option value="2">Rye bread</option></select>
          <span class="note">
            <span class="doubt">How much is that?</span>
            <button type="button" class="chip">1 slice, 32 g</button>
        <li class="doubtful">
          <input aria-label="Line “xyz”" autocomplete="off" value="xyz"></input>
          <select aria-label="Food for “xyz”" disabled="true" value=""></select>
          <span class="note"><span class="doubt">No food found. This line is left out.</span></span>
        <li class="doubtful">
          <input aria-label="Line “0 rye”" autocomplete="off" value="0 rye"></input>
          <select aria-label="Food for “0 rye”" value="2"><option value="2">Rye bread</option></select>
          <span class="note">
            <span class="doubt">How much is that?</span>
            <button type="button" class="chip">1 slice, 32 g</button>
        <li class="doubtful">
          <input aria-label="Line “99 kg milk”" autocomplete="off" value="99 kg milk"></input>
          <select aria-label="Food for “99 kg milk”" value="1"><option value="1">Milk</option></select>
          <span class="note">
            <span class="doubt">How much is that?</span>
            <button type="button" class="chip">1 cup, 244 g</button>
        <li>
          <input aria-label="Line “shake”" autocomplete="off" value="shake"></input>
          <select aria-label="Food for “shake”" value=""><option value="">Shake</option></select>
          <span class="note"><b>100 kcal</b> · 2 cups, 100 g</span>
      <p class="actions">
        <button type="button" class="primary">Add 4 · 626 kcal, 4 of 8 known</button>
        <button type="button">Add to yesterday</button>"
  `);
  expect(asked).toEqual([Object.keys(ANSWERS)]);
});

test('the foods are added, and lines without a food stay', async () => {
  const { store, press, plate, ended } = await eaten('2 cups milk; xyz; rye');
  press('Add 2 · 376 kcal, 2 of 3 known');
  expect([...plate(), store.state.criteria.query, ...ended]).toEqual([
    ...['Milk: 2 cup', 'Rye bread: 1 slice', 'xyz', 'done'],
  ]);
});

test('the foods can be added to yesterday', async () => {
  const { store, press, plate, view } = await eaten('2 cups milk; rye');
  press('Add to yesterday');
  expect([...plate(), store.state.saved.plates[0]?.day]).toEqual([
    ...['Milk: 2 cup', 'Rye bread: 1 slice', '2026-11-21'],
  ]);
  store.dispatch({ kind: 'type', text: '2 cups milk; rye' });
  expect(view.text).not.toContain('yesterday');
});

test('two to four foods can be compared', async () => {
  const { store, press } = await eaten('2 cups milk; rye');
  press('Compare');
  expect(store.state.view).toEqual({ kind: 'compare', ids: ['1', '2'] });
  for (const [query, isOffered] of [
    ['2 cups milk; xyz', false],
    ['rye; rye; rye; rye', true],
    ['rye; rye; rye; rye; rye', false],
  ] as const) {
    const { view } = await eaten(query);
    expect(view.text.includes('Compare')).toBe(isOffered);
  }
});

test('Enter adds the meal once its foods are known', async () => {
  const { store, settle, plate } = await eaten('2 cups milk; rye', {
    meal: (lines: readonly string[]) =>
      new Promise((resolve) => setTimeout(() => resolve(mealOf(lines)), 100)),
  });
  store.enter();
  expect(plate()).toEqual([]);
  await settle(100);
  await settle();
  expect(plate()).toEqual(['Milk: 2 cup', 'Rye bread: 1 slice']);
});

test('a line is edited in place; an empty one is removed when it is left', async () => {
  const { store, edit, inputs, asked, settle } = await eaten('2 cups milk; rye');
  edit(1, 'rye bread');
  expect(store.state.criteria.query).toBe('2 cups milk; rye bread');
  expect(inputs?.[1]?.shown.get('value')).toBe('rye bread');
  inputs?.[1]?.fire('blur');
  await settle();
  await settle(150);
  expect(asked).toEqual([['2 cups milk', 'rye'], ['rye bread']]);
  edit(1, ' ');
  expect(store.state.criteria.query).toBe('2 cups milk; rye bread');
  inputs?.[1]?.fire('blur');
  expect(store.state.criteria.query).toBe('2 cups milk; ');
});

test('another food is chosen for a line, and remembered for next time', async () => {
  const { store, choose, plate, press, view, settle } = await eaten('2 cups milk; 2 cups milk');
  choose(1, '2');
  await settle();
  expect(store.state.saved.choices).toEqual({ milk: '2' });
  expect(view.all('li').map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "MilkRye breadHow much is that?1 slice, 32 g",
      "MilkRye breadHow much is that?1 slice, 32 g",
    ]
  `);
  press('1 slice, 32 g');
  press('Add 1 · 83 kcal, 1 of 2 known');
  expect(plate()).toEqual(['Rye bread: 1 slice']);
});

test('lines beyond the limit are left out', async () => {
  const note = async (count: number) => (await eaten('rye; '.repeat(count))).view.all('p')[0]?.text;
  expect(await note(51)).toBe('1 more line does not fit. Add these first, then the rest.');
  expect(await note(52)).toBe('2 more lines do not fit. Add these first, then the rest.');
});

test('a failed request for the meal is reported and repeated', async () => {
  let failures = 1;
  const { view, press, settle } = await eaten('2 cups milk; rye', {
    meal: (lines: readonly string[]) =>
      failures-- > 0 ? Promise.reject(new Error('No')) : Promise.resolve(mealOf(lines)),
  });
  await settle();
  expect(view.texts).toMatchInlineSnapshot(`
    [
      "A meal of 2 foods",
      "This page cannot read the response",
      "http://api.example sent a list, but not of foods. Is it a food service? Details: Error: No",
      "Try again",
      "…",
      "…",
      "Add 0 · 0 kcal, 0 of 2 known",
    ]
  `);
  press('Try again');
  await settle();
  await settle(150);
  expect(view.all('h2')).toHaveLength(1);
});
