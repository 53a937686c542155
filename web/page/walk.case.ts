import { expect, vi } from 'vitest';
import type { Portion } from '../foods/plate.ts';
import { criteriaOf, isEmptySearch, sentCriteria } from '../foods/search-criteria.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { NOTHING, readFragment, toFragment } from './address.ts';
import { isOfEarlierDay, type PageState } from './page-state.ts';
import { randomOf } from './random.case.ts';
import { linesOf, screenOf, shownAnswer } from './shown-foods.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';
import { STEPS, type StepContext, seconds } from './walk-steps.case.ts';

// Walks the page at random, and checks what must always hold.

export interface WalkOptions {
  readonly seed: number;
  readonly steps: number;
}

/** Walks a page at random and checks its invariants after every step. Needs fake timers. */
export async function walk({ seed, steps }: WalkOptions): Promise<void> {
  const random = randomOf(seed);
  const browser = new SimulatedBrowser();
  const world: StepContext = {
    browser,
    tab: browser.openTab(''),
    pick: (values) => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new RangeError('There is nothing to pick from.');
      return value;
    },
  };
  const taken: string[] = [];
  const oracle = new FoodsOracle();
  for (let i = 0; i < steps; i += 1) {
    const step = world.pick(STEPS);
    taken.push(step.name);
    const before = world.tab.store.state;
    await step.take(world);
    await vi.advanceTimersByTimeAsync(0);
    const where = `seed ${seed}, step ${i}: ${taken.slice(-12).join(', ')}`;
    const { state } = world.tab.store;
    oracle.note(step.name, before, world.tab.store.state);
    if (step.changesPlate !== true)
      expect(toFragment(NOTHING, foodsOn(state)), where).toBe(toFragment(NOTHING, foodsOn(before)));
    judge(state, where);
    if (i % 10 === 0) {
      await judgeAtRest(world, where);
      oracle.judge(world, where);
    }
  }
}

/**
 * Steps that may remove foods from the plate or from all plates, or lose foods that were never
 * saved.
 */
const REMOVING =
  /^(remove|clear|undo|delete a plate|paste a link|another day|to another day|set an amount|reload|frozen tabs come back)$/;

/** Tracks the foods that must be on some plate: those added and not removed since. */
class FoodsOracle {
  readonly #foods = new Set<string>();

  note(step: string, before: PageState, after: PageState): void {
    // A frozen tab may still show what was removed elsewhere.
    if (step === 'another tab') return;
    const [was, is] = [before, after].map(({ saved }) => keysOf(saved.plates));
    for (const key of is ?? []) if (was?.has(key) !== true) this.#foods.add(key);
    if (REMOVING.test(step))
      for (const key of was ?? []) if (is?.has(key) !== true) this.#foods.delete(key);
  }

  judge({ browser }: StepContext, where: string): void {
    const wasRefusing = browser.refusesStorage;
    browser.refusesStorage = false;
    const frozen = browser.tabs.filter(({ isFrozen }) => isFrozen);
    browser.thaw();
    // Unsaved data is saved with the next change.
    for (const { store } of browser.tabs) store.dispatch({ kind: 'basis', basis: 'portion' });
    for (const { store } of browser.tabs) store.dispatch({ kind: 'basis', basis: '100g' });
    const [first, ...others] = browser.tabs.map(({ store }) => store.state.saved.plates);
    for (const plates of others) expect(plates, `${where}, tabs`).toEqual(first);
    const there = keysOf(first ?? []);
    if (!wasRefusing && frozen.length === 0)
      expect(
        [...this.#foods].filter((key) => !there.has(key)),
        `${where}, lost`,
      ).toEqual([]);
    this.#foods.clear();
    for (const key of there) this.#foods.add(key);
    browser.refusesStorage = wasRefusing;
    for (const tab of frozen) tab.isFrozen = true;
  }
}

function keysOf(plates: PageState['saved']['plates']): Set<string> {
  return new Set(
    plates.flatMap(({ id, portions }) =>
      portions.map(({ food, unit }) => `${id} ${food.description} ${unit.name}`),
    ),
  );
}

const foodsOn = (state: PageState): readonly Portion[] => currentPlate(state.saved).portions;

/** Checks what must hold at any time. */
function judge(state: PageState, where: string): void {
  expect(screenOf(state), where).toMatch(
    /^(food|compare|week|meal|starters|loading|results|nothing|failed)$/,
  );
  expect(
    state.saved.plates.map(({ id }) => id),
    where,
  ).toContain(state.saved.current);
  expect(state.saved.plates.filter(({ isGuest }) => isGuest).length, where).toBeLessThan(4);
  // Foods wait only while the page asks about an old plate, or while a link's plate is shown.
  if (state.waiting.length > 0)
    expect(isOfEarlierDay(state) || currentPlate(state.saved).isGuest, where).toBe(true);
  if (state.view.kind !== 'search') return;
  expect(criteriaOf(state.view), where).toEqual(state.criteria);
  expect(state.activeIndex, where).toBeLessThan(linesOf(state).length);
  // If the answer is for a food group, all its foods belong to that group.
  const answer = shownAnswer(state);
  for (const { description } of answer?.foods ?? [])
    expect(description, where).toContain(answer?.group ?? '');
}

/** Checks what must hold once all answers have arrived. */
async function judgeAtRest({ browser, tab }: StepContext, where: string): Promise<void> {
  const wasDown = browser.isDown;
  browser.isDown = false;
  for (let i = 0; i < 3; i += 1) {
    await seconds(4);
    browser.answerAll();
  }
  await seconds(1);
  const { state } = tab.store;
  const isAsked = !isEmptySearch(sentCriteria(state.criteria));
  expect(state.search.kind, `${where}, at rest`).toBe(isAsked ? 'found' : 'idle');
  expect(state.search.kind, `${where}, at rest`).toMatch(/^(idle|found)$/);
  const portions = state.view.kind === 'search' || !state.isSaved ? foodsOn(state) : [];
  expect(tab.address.fragment(), where).toBe(toFragment(state.view, portions));
  expect(readFragment(tab.address.fragment()).view, where).toEqual(state.view);
  if (tab.go(-1)) {
    const { view } = tab.store.state;
    expect(readFragment(tab.address.fragment()).view, where).toEqual(view);
    tab.go(1);
    expect(tab.store.state.view, where).toEqual(state.view);
    expect(foodsOn(tab.store.state), where).toEqual(foodsOn(state));
  }
  browser.isDown = wasDown;
}
