import type { Page } from '@playwright/test';
import { randomOf } from '../../web/page/random.case.ts';
import { type FoodSite, NO_ANSWER, withSite } from './food-site.ts';
import { foundFor } from './page-parts.ts';
import { type Step, type StepContext, WALK_STEPS } from './walk-steps.ts';
import { expect, test } from './with-chromium.ts';

const STEPS = Number(process.env.PAGE_STEPS ?? 30);
const SEED = Number(process.env.PAGE_SEED ?? 25);

let site: FoodSite;
withSite.beforeAll(({ foodSite }) => {
  site = foodSite;
});

interface StoredPlate {
  readonly id: string;
  readonly portions: readonly {
    readonly food: { readonly description: string };
    readonly count: number;
    readonly unit: { readonly name: string };
  }[];
}

/** Returns the foods of all plates in the browser's storage, each with its amount. */
const rowsStored = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { plates } = JSON.parse(localStorage.getItem('food-lookup') ?? '{"plates":[]}');
    return plates.flatMap(({ id, portions }: StoredPlate) =>
      portions.map(
        ({ food, count, unit }) => `${id} ${food.description} ${unit.name} \u00d7 ${count}`,
      ),
    );
  });
const withoutCount = (row: string) => row.slice(0, row.lastIndexOf(' \u00d7 '));

/**
 * Describes what is wrong with the page; empty if nothing is. An element that has the focus must
 * not lose it.
 */
const faultOnPage = (hadFocus: boolean): string => {
  const fields = new URLSearchParams(location.hash.slice(1));
  const isSearch = !['food', 'compare', 'week'].some((name) => fields.has(name));
  const hasSearch = document.querySelector('h1.unseen') !== null;
  const { value } = document.querySelector<HTMLInputElement>('#search-box') ?? {};
  if (document.body.innerText.includes('Something on this page broke')) return 'it broke';
  if (isSearch !== hasSearch || (isSearch && value !== (fields.get('q') ?? '')))
    return 'the page and its address disagree';
  if (document.documentElement.scrollWidth > innerWidth) return 'it is wider than the window';
  if (hadFocus && document.activeElement === document.body) return 'the focus is lost';
  const items = fields.getAll('item').map((item) => item.split('_'));
  const [shown] = /[\d,]+/.exec(
    document.querySelector('.plate-bar .goals b, .energy .unseen')?.textContent ?? '',
  ) ?? ['0'];
  const meant = items.reduce(
    (sum, [n, grams, , , kcal]) => sum + (Number(n) * Number(grams) * Number(kcal)) / 100,
    0,
  );
  const isSum = Math.abs(Number(shown.replace(',', '')) - meant) <= 1;
  return !isSearch || isSum ? '' : `the plate says ${shown} kcal, and its address ${meant}`;
};

/** Simulates full storage in all tabs while a certain cookie is set. */
function fillByCookie(): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...item) {
    if (/full/.test(document.cookie)) throw new DOMException('full', 'QuotaExceededError');
    setItem.apply(this, item);
  };
}

/** Checks that a step changed the stored foods only as its effect allows. */
async function judgeStored(
  { page }: StepContext,
  effect: Step['effect'],
  before: string[],
  where: string,
) {
  if (effect === undefined) await expect.poll(() => rowsStored(page), where).toEqual(before);
  const there = (await rowsStored(page)).map(withoutCount);
  const lost = before.map(withoutCount).filter((row) => !there.includes(row));
  if (effect !== 'changes') expect(lost, `${where}, lost`).toEqual([]);
}

/** Steps that may move the focus to another document, or remove the focused element. */
const FOCUSED_ELSEWHERE = /^(another width|reload|the other tab)$/;

const hasFocus = ({ page }: StepContext) =>
  page.evaluate(() => document.activeElement !== document.body);

/** Whether a tab has changes that the browser refused to save; a later step may save them. */
const isUnsaved = ({ page }: StepContext) =>
  page.evaluate(() => Reflect.get(history.state ?? {}, 'isUnsaved') === true);

test(`${STEPS} random steps never break the page, and change the plate only if asked to`, async () => {
  const random = randomOf(SEED);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  };
  const page = await site.open('/', {
    expected: [...NO_ANSWER, /status of 404/],
    prepare: (fresh) => fresh.context().addInitScript(fillByCookie),
    isAlone: true,
  });
  await page.locator('.results .add').first().waitFor();
  const world: StepContext = { site, page, isOtherFrozen: false, isDown: false, pick };
  const taken: string[] = [];
  const unsaved = new Set<Page>();
  let mayAdd = false;
  for (let i = 0; i < STEPS; i += 1) {
    const step = pick(WALK_STEPS);
    taken.push(step.name);
    const before = await rowsStored(world.page);
    const wasSaved = unsaved.size === 0;
    const hadFocus = !FOCUSED_ELSEWHERE.test(step.name) && (await hasFocus(world));
    await step.take(world);
    const where = `seed ${SEED}, step ${i}: ${taken.slice(-12).join(', ')}`;
    await expect.poll(() => world.page.evaluate(faultOnPage, hadFocus), where).toBe('');
    unsaved.delete(world.page);
    if (await isUnsaved(world)) unsaved.add(world.page);
    // Enter may wait for an answer, so a later step may find the food added.
    mayAdd ||= step.name === 'Enter';
    const effect = step.effect ?? (mayAdd ? 'adds' : undefined);
    if (wasSaved && unsaved.size === 0) await judgeStored(world, effect, before, where);
    if (step.name === 'type' || step.name === 'Escape') mayAdd = false;
  }
  site.serve = (pass) => pass();
  await world.page.goto(new URL('/#q=oats', site.pageUrl).href);
  await foundFor(world.page, 'oats').waitFor();
});
