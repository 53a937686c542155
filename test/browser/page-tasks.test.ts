import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type FoodSite, withSite } from './food-site.ts';
import { Person } from './person.ts';

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Search foods' });
const rows = (page: Page) => page.locator('#results tbody').getByRole('row');
const MILK = 'Milk, whole, 3.25% milkfat, with added vitamin D';

/** Waits until a food is the best match of what was typed, all of it: Enter would add it. */
const firstIs = (page: Page, name: string) =>
  page.locator('#results-0.active').filter({ hasText: name }).waitFor();

/** Waits until the search says how many foods there are. */
const shown = (page: Page, text: RegExp) =>
  page.getByRole('search').getByRole('status').filter({ hasText: text }).waitFor();

async function cells(page: Page): Promise<string[]> {
  return rows(page).first().getByRole('gridcell').allInnerTexts();
}

/** The first four fields of the foods of a plate's link: count, weight, unit and key. */
function itemsIn(link: string): string[] {
  const items = new URLSearchParams(new URL(link).hash.slice(1)).getAll('item');
  return items.map((item) => item.split('_').slice(0, 4).join(' '));
}

/** Taps the search box and sees its text marked: what is typed next replaces it. */
async function tapToReplace(person: Person): Promise<void> {
  await person.tap(box(person.page));
  await person.page.waitForFunction(() => {
    const { activeElement: box } = document;
    return (
      box instanceof HTMLInputElement &&
      box.selectionEnd === box.value.length &&
      box.selectionStart === 0
    );
  });
}

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const permissions = ['clipboard-read', 'clipboard-write'];

const BREAKFAST = [
  ['2 large eggs', 'Egg, whole, raw, fresh'],
  ['1 cup whole milk', MILK],
  ['100 g banana', 'Bananas, raw'],
  ['40 g oats', 'Oats'],
] as const;
const BREAKFAST_ITEMS = ['2 50 large 01123', '1 244 cup 01077', '100 1 g 09040', '40 1 g 20038'];

const BREAKFAST_OF_FIVE = [
  '2 eggs',
  '1 slice white bread toasted',
  '1 tbsp butter',
  '1 cup orange juice',
  'coffee',
];

describe.each([1280, 390])('%i pixels wide, by keyboard alone,', (width) => {
  async function start(): Promise<Person> {
    return new Person(await site.open('/', { viewport: { width, height: 844 }, permissions }));
  }

  test('protein in a cup of whole milk takes no action after typing, or two', async () => {
    const person = await start();
    const { page } = person;
    await person.type('1 cup whole milk');
    await firstIs(page, MILK);
    const [name, kcal, , protein] = await cells(page);
    expect(name).toContain('1 cup, 244 g');
    expect([kcal, protein]).toEqual(['149', '7.7']);
    expect(person.actions).toBe(1);

    await person.press('Escape');
    await person.type('whole milk');
    await firstIs(page, MILK);
    const before = person.actions;
    await person.press('Tab');
    await person.press('ArrowRight');
    await expect.poll(async () => (await cells(page))[3]).toBe('7.7');
    expect(person.actions - before).toBeLessThanOrEqual(3);
  });

  test('a breakfast of four foods with portions is shared in nine actions', async () => {
    const person = await start();
    const { page } = person;
    for (const [query, first] of BREAKFAST) {
      await person.type(query);
      await firstIs(page, first);
      await person.press('Enter');
    }
    await person.press('Control+Enter');
    await page.getByText('Link copied').first().waitFor({ state: 'attached' });
    expect(itemsIn(await copied(page))).toEqual(BREAKFAST_ITEMS);
    expect(person.actions).toBe(9);
  });

  test('from the search to the plate there is one stop for each choice', async () => {
    const person = await start();
    const { page } = person;
    await person.type('2 large eggs');
    await firstIs(page, 'Egg, whole, raw, fresh');
    // What can be reached is there.
    await page.getByRole('combobox', { name: 'Show only' }).waitFor();
    await person.press('Enter');
    const isNarrow = width <= 1024;
    const plate = isNarrow ? page.locator('.plate-bar') : page.getByText('Copy link');
    // The order, the kind of food; what the values are for was typed.
    expect(await person.tabTo(plate)).toHaveLength(2);
  });

  test('two foods are compared in four actions', async () => {
    const person = await start();
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    await person.press('Alt+Enter');
    await person.type('whole milk');
    await firstIs(page, MILK);
    await person.press('Alt+Enter');
    await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#compare=01009%2C01077');
    expect(person.actions).toBe(4);
  });

  test('a food opens, is added, and the way back leads to the search', async () => {
    const person = await start();
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    await person.press('Shift+Enter');
    await page.getByRole('heading', { name: 'Cheese, cheddar' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#food=01009');
    await person.tabTo(page.getByRole('button', { name: 'Add to plate' }));
    await person.press('Enter');
    // Nobody goes back before the next frame is there.
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
    await page.goBack();
    await firstIs(page, 'Cheese, cheddar');
    expect(await box(page).inputValue()).toBe('cheddar');
    await page.waitForURL(/#q=cheddar&item=1_132_cup/);
  });
});

describe.each([768, 390])('%i pixels wide, by touch alone,', (width) => {
  const isNarrow = width <= 1024;

  async function start(): Promise<Person> {
    const viewport = { width, height: 844 };
    const options = { viewport, hasTouch: true, isMobile: isNarrow, permissions };
    return new Person(await site.open('/', options));
  }

  test('per portion, protein in a cup of milk is one tap away', async () => {
    const person = await start();
    const { page } = person;
    await person.tap(box(page));
    await person.type('whole milk');
    await firstIs(page, MILK);
    const before = person.actions;
    await person.tap(page.getByRole('radio', { name: 'Portion' }));
    expect((await cells(page))[3]).toBe('7.7');
    expect(person.actions - before).toBe(1);
    // The choice stays.
    await page.reload();
    await firstIs(page, '1 cup, 244 g');
  });

  test('a breakfast of four foods with portions is shared in thirteen actions', async () => {
    const person = await start();
    const { page } = person;
    for (const [query, first] of BREAKFAST) {
      // The box has the focus when the page opens; tapped later, it gives its text up.
      if (person.actions > 0) await tapToReplace(person);
      await person.type(query);
      await firstIs(page, first);
      await person.tap(page.getByRole('button', { name: `Add ${first}`, exact: true }));
      await rows(page).first().getByText('On the plate').waitFor();
    }
    if (isNarrow) await person.tap(page.locator('.plate-bar'));
    await person.tap(page.getByRole('button', { name: 'Copy link' }));
    await page.getByText('Link copied').first().waitFor({ state: 'attached' });
    expect(itemsIn(await copied(page))).toEqual(BREAKFAST_ITEMS);
    expect(person.actions).toBeLessThanOrEqual(13);
  });

  test('two foods are compared in four taps', async () => {
    const person = await start();
    const { page } = person;
    await person.type('cheddar');
    await firstIs(page, 'Cheese, cheddar');
    const cheddar = { name: 'Compare Cheese, cheddar', exact: true };
    await person.tap(page.getByRole('button', cheddar));
    await tapToReplace(person);
    await person.type('whole milk');
    await firstIs(page, MILK);
    await person.tap(page.getByRole('button', { name: `Compare ${MILK}` }));
    await person.tap(page.getByRole('button', { name: 'Compare 2 foods' }));
    const table = page.getByRole('table').filter({ hasText: 'Calcium' });
    const protein = table.getByRole('row', { name: /^Protein/ });
    await protein.waitFor();
    const values = await protein.getByRole('cell').allInnerTexts();
    // On a phone, the share stands below the amount.
    expect(values.map((text) => text.replace(/\s+/g, ' '))).toEqual(['22.9 g 46%', '3.15 g 6%']);
    expect(person.actions - person.texts).toBe(4);
  });

  test('a food is found, added, set and summed up without scrolling', async () => {
    const person = await start();
    const { page } = person;
    await person.type('whole milk');
    await firstIs(page, MILK);
    await person.tap(page.getByRole('button', { name: `Add ${MILK}` }));
    await person.choose(rows(page).first().getByRole('combobox'), 'cup');
    const total = isNarrow ? page.locator('.plate-bar') : page.getByText('Energy: 149 kcal');
    await total.filter({ hasText: '149 kcal' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(person.actions).toBeLessThanOrEqual(4);
  });
});

test.each([
  ['2 eggs', /^Egg, whole, raw, fresh/, '2 large, 100 g', '143'],
  ['whole milk 1 cup', /^Milk, whole/, '1 cup, 244 g', '149'],
  ['medium banana', /^Bananas, raw/, '1 medium (7" to 7-7/8" long), 118 g', '105'],
  ['1 slice white bread toasted', /^Bread, white.*toasted/, '1 slice, large, 27 g', '78'],
  ['2 lb ground beef', /^Beef, ground/, '2 lb, 907 g', undefined],
])('%j is the right food in the right amount', async (query, name, amount, kcal) => {
  const page = await site.open();
  await box(page).fill(query);
  await rows(page).first().waitFor();
  await page.waitForFunction(() => document.querySelector('#results-0.active'));
  const [described = '', energy] = await cells(page);
  expect(described).toMatch(name);
  expect(described).toContain(amount);
  if (kcal !== undefined) expect(energy).toBe(kcal);
  await page.getByRole('combobox', { name: 'Sort by' }).waitFor();
  expect(await page.getByRole('radio', { name: '100 g' }).count()).toBe(0);
});

test('a breakfast of five, typed plainly with Enter, has its energy', async () => {
  const page = await site.open();
  for (const line of BREAKFAST_OF_FIVE) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    // Nobody types on before the food is there.
    await page
      .locator('.plate')
      .getByRole('listitem')
      .nth(BREAKFAST_OF_FIVE.indexOf(line))
      .waitFor();
  }
  const energy = await page.getByText(/^Energy: /).textContent();
  expect(Math.abs(Number(/\d+/.exec(energy ?? '')) - 438)).toBeLessThanOrEqual(5);
});

test('a breakfast of five is pasted and added at once', async () => {
  const page = await site.open('/', { permissions });
  await page.evaluate((text) => navigator.clipboard.writeText(text), BREAKFAST_OF_FIVE.join('\n'));
  await page.keyboard.press('Control+V');
  const addAll = page.getByRole('button', { name: /^Add all 5 · 4\d\d kcal$/ });
  await addAll.waitFor();
  const [kcal = ''] = /\d+(?= kcal)/.exec(await addAll.innerText()) ?? [];
  expect(Math.abs(Number(kcal) - 438)).toBeLessThanOrEqual(5);
  await page.getByRole('combobox', { name: 'Food for “coffee”' }).waitFor();
  await page.getByText('1 cup (8 fl oz), 237 g').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText(`Energy: ${kcal} kcal`).waitFor({ state: 'attached' });
  await page.keyboard.type('oats');
  expect(await box(page).inputValue()).toBe('oats');
});

test('the fiber of this week is three actions away', async () => {
  const page = await site.open('/#item=100_1_g_20038_389_16.89_6.9_66.27_Oats');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('combobox', { name: 'Nutrient' }).selectOption('fiber_td_g');
  await page.getByText('10.6 g a day on average').waitFor();
  await page.getByRole('row', { name: /^Total 10.6 g/ }).waitFor();
  expect(await page.title()).toBe('Dietary fiber · Food Lookup');
  expect(new URL(page.url()).hash).toBe('#week=fiber_td_g');
});

test('a cheese with little sodium takes two actions, and its sodium is shown', async () => {
  const page = await site.open();
  await page.keyboard.type('cheese');
  await firstIs(page, 'Cheese');
  await page.getByRole('group', { name: 'Values for' }).waitFor();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Sodium ↑' });
  await page.waitForURL('**/#q=cheese&sort=sodium_mg');
  await page.getByRole('columnheader', { name: /^Sodium mg/ }).waitFor();
  const sodium = await page.locator('#results td.extra').allTextContents();
  const known = sodium.filter((text) => text !== '–').map((text) => Number(text.replace(',', '')));
  expect(known.length).toBeGreaterThan(10);
  expect(known).toEqual(known.toSorted((a, b) => a - b));
  await page.reload();
  await page.getByRole('columnheader', { name: /^Sodium mg/ }).waitFor();
});

test('cheese of one group with at most so much sodium is what the service finds', async () => {
  const page = await site.open('/#q=cheese&sort=sodium_mg');
  await rows(page).first().waitFor();
  await page.getByRole('textbox', { name: 'at most' }).fill('140');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140');
  const narrow = page.getByRole('combobox', { name: 'Show only' });
  await narrow.focus();
  await narrow
    .getByRole('option', { name: /^Dairy & eggs \(\d+\)$/ })
    .waitFor({ state: 'attached' });
  await narrow.selectOption({
    label: await narrow.locator('option', { hasText: 'Dairy' }).innerText(),
  });
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140&group=Dairy+and+Egg+Products');
  await shown(page, /^8 foods$/);
  const sodium = await page.locator('#results td.extra').allTextContents();
  expect(sodium).toHaveLength(8);
  for (const text of sodium) expect(Number(text)).toBeLessThanOrEqual(140);
  // The keys stay where the choice was made; back takes it back.
  expect(await narrow.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goBack();
  await page.waitForURL('**/#q=cheese&sort=sodium_mg&until=140');
  await page.getByRole('textbox', { name: 'at most' }).fill('0.5');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show all foods' }).click();
  await page.waitForURL('**/#q=cheese&sort=sodium_mg');
});

test('by keys, a food group is browsed, one of its foods added, and back leads to where one was', async () => {
  const page = await site.open();
  const groups = page.getByRole('navigation', { name: 'Browse by food group' });
  await groups.getByRole('link', { name: /^Nuts & seeds \d+$/ }).focus();
  const length = await page.evaluate(() => history.length);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nuts & seeds' }).waitFor();
  await page.waitForURL('**/#group=Nut+and+Seed+Products');
  expect(await page.title()).toBe('Nuts & seeds · Food Lookup');
  await shown(page, /^First 100 of 137$/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await rows(page).first().getByText('On the plate').waitFor();
  await page.locator('.portion').first().waitFor();
  expect(await page.locator('.portion').count()).toBe(1);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Nuts & seeds'));
  await page.goForward();
  await page.getByRole('heading', { name: 'Nuts & seeds' }).waitFor();
  await page.getByRole('button', { name: 'All food groups' }).click();
  await groups.waitFor();
});

test('an amount that nothing is known of is said to be 100 g', async () => {
  const page = await site.open();
  await box(page).fill('1 slice whole milk');
  await rows(page).filter({ hasText: 'no slice known: 100 g' }).first().waitFor();
});

test('somebody else opens the link of a food, and its values are those of the table', async () => {
  const page = await site.open('/#food=01009');
  await page.getByRole('heading', { name: 'Cheese, cheddar', exact: true }).waitFor();
  expect(await page.title()).toBe('Cheese, cheddar · Food Lookup');
  const label = page.getByRole('complementary', { name: 'Nutrition Facts' });
  expect(await label.innerText()).toMatch(/1 cup, diced, 132 g/);
  expect(await label.getByRole('row', { name: /^Calcium/ }).innerText()).toMatch(/940 mg\s+70%/);
  const calcium = page.getByRole('row', { name: /^Calcium 937 mg 710 mg/ });
  expect(await calcium.innerText()).toMatch(/72%/);
  await page.getByText('NDB number 01009').waitFor();
});

test('what is copied of a food runs', async () => {
  const page = await site.open('/#food=01009', { permissions });
  await page.getByRole('button', { name: 'fetch', exact: true }).click();
  await page.getByText('fetch copied').waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const food: unknown = await page.evaluate(`(async () => { ${code}; return food; })()`);
  expect(food).toMatchObject({ description: 'Cheese, cheddar', ndb_no: '01009', calcium_mg: 710 });
});

test('one part follows another of the page, whichever was loaded last', async () => {
  const page = await site.open();
  await box(page).fill('lentils');
  await page
    .getByRole('button', { name: /^Compare Lentils/ })
    .first()
    .click();
  await box(page).fill('spinach');
  await firstIs(page, 'Spinach');
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('heading', { name: /^Spinach/ }).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Compare 2 foods' }).click();
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
  await page.getByRole('link', { name: /^Spinach/ }).click();
  await page.getByRole('heading', { name: /^Spinach/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
  await page.evaluate(() => {
    location.hash = 'food=01009';
  });
  await page.getByRole('heading', { name: 'Cheese, cheddar' }).waitFor();
  await page.evaluate(() => {
    location.hash = 'compare=01009,01077';
  });
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
});

test('an unknown food: says so', async () => {
  const page = await site.open('/#food=99999', { expected: [/status of 404/] });
  await page.getByRole('heading', { name: 'There is no food 99999' }).waitFor();
});

test('a favorite is offered before anything is typed', async () => {
  const page = await site.open('/#food=01009');
  await page.getByRole('button', { name: 'Favorite' }).click();
  await page.getByRole('button', { name: 'Back to the search' }).click();
  await page.getByRole('heading', { name: 'Favorite and recent foods' }).waitFor();
  expect((await cells(page))[0]).toBe('Cheese, cheddar');
});

test('everyday foods are there before anything is typed', async () => {
  const page = await site.open();
  await rows(page).nth(3).waitFor();
  expect(await rows(page).locator('td:first-child').allInnerTexts()).toEqual([
    'Egg, whole, raw, fresh',
    'Bananas, raw',
    'Cheese, cheddar',
    'Oats',
  ]);
  await page.getByRole('button', { name: /side by side$/ }).click();
  await page.getByRole('heading', { name: '2 foods compared' }).waitFor();
});

const PLATE_PATH =
  '/#item=1_244_cup_01077_61_3.15_3.25_4.8_Milk&item=1_50_large_01123_143_12_9_1_Egg';

test.each([
  ['a plate', PLATE_PATH, 1280],
  ['a plate', PLATE_PATH, 390],
  ['a food', '/#food=01077', 1280],
])('%s is printed on one page', async (_, path, width) => {
  const page = await site.open(path, { viewport: { width, height: 844 } });
  await page
    .getByText(/Milk|2 foods/)
    .first()
    .waitFor();
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // The paper cannot be read; the page can, as it is while it is printed.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.locator('.plate, .food').filter({ hasText: 'Milk' }).waitFor();
  await page.locator('.plate-bar').waitFor({ state: 'hidden' });
});

test('a plate of ten foods takes one page, with a header, their sums and all nutrients', async () => {
  const items = Array.from(
    { length: 10 },
    (_, i) => `item=1_244_cup_01077_61_3.15_3.25_4.8_A+food+with+a+name+of+usual+length,+${i}`,
  );
  const page = await site.open(`/#${items.join('&')}`);
  await page.getByText('Energy: 1,488 kcal').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.plate-paper');
  await paper.waitFor();
  expect(await paper.getByRole('columnheader').allInnerTexts()).toEqual([
    'Food',
    'Amount',
    'kcal',
    'Carbs g',
    'Protein g',
    'Fat g',
  ]);
  expect(await paper.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual([
    '1,488',
    '117.1',
    '76.9',
    '79.3',
  ]);
  await paper.getByText('Calcium').waitFor();
});

test('the page is in Spanish for those who ask for it, with numbers in Spanish format', async () => {
  const page = await site.open('/#food=01009', { locale: 'es-ES' });
  await page.getByRole('button', { name: 'Añadir al plato' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
  await page.getByRole('row', { name: /^Grasa total 44 g 33,3 g/ }).waitFor();
});
