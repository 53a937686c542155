import { expect, vi } from 'vitest';
import { readFragment, toFragment } from '../address.ts';
import { currentPlate } from '../kept/kept.ts';
import type { Portion } from '../plate/plate.ts';
import { sentQuestion } from '../search/quantity.ts';
import { type PageState, plateOf } from './page-state.ts';
import { randomOf } from './random.ts';
import { linesOf, screenOf } from './results.ts';
import { SimulatedBrowser, type SimulatedTab } from './simulated-browser.ts';

/** A step, and whether somebody who takes it means to change the plate that is shown. */
interface Step {
  readonly name: string;
  readonly changesPlate?: boolean;
  readonly take: (world: World) => void | Promise<void>;
}

interface World {
  readonly browser: SimulatedBrowser;
  tab: SimulatedTab;
  readonly pick: <Value>(values: readonly Value[]) => Value;
}

const TEXTS = [
  'milk',
  '2 cups milk',
  'eg',
  'zz',
  '',
  'rice',
  '1 slice rice',
  ' ',
  '2 milk, 1 cup rice',
];
const LINKS = [
  'food=milk1',
  'compare=milk1,rice2',
  'week=fiber_td_g',
  'q=rice&match=words',
  'item=50_1_g__1_1_1_1_Rye',
  'q=eg&item=1_240_cup_milk3_100_10_5_2_milk+3&item=broken',
  '',
];

const lineOf = ({ tab, pick }: World) => {
  const lines = linesOf(tab.store.state);
  return lines.length === 0 ? undefined : pick(lines);
};
const foodOn = ({ tab, pick }: World) => {
  const { portions } = plateOf(tab.store.state);
  return portions.length === 0 ? undefined : pick(portions).food;
};
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

const STEPS: readonly Step[] = [
  {
    name: 'type',
    take: ({ tab, pick }) => tab.store.dispatch({ kind: 'type', text: pick(TEXTS) }),
  },
  {
    name: 'type',
    take: ({ tab, pick }) => tab.store.dispatch({ kind: 'type', text: pick(TEXTS) }),
  },
  { name: 'Enter', changesPlate: true, take: ({ tab }) => tab.store.enter() },
  {
    name: 'an arrow key',
    take: ({ tab, pick }) => {
      const index = pick([-1, 0, 1, 2]);
      if (index < linesOf(tab.store.state).length) tab.store.dispatch({ kind: 'activate', index });
    },
  },
  {
    name: 'add',
    changesPlate: true,
    take: (world) => {
      const line = lineOf(world);
      if (line?.kind !== 'food') return;
      const portion = { food: line.food, count: 50, unit: { name: 'g', grams: 1 } };
      world.tab.store.dispatch({ kind: 'plate/add', portions: [portion] });
    },
  },
  {
    name: 'open',
    take: (world) => {
      const line = lineOf(world);
      const id = line?.kind === 'food' ? line.food.id : null;
      if (id !== null) world.tab.store.dispatch({ kind: 'show', view: { kind: 'food', id } });
    },
  },
  {
    name: 'choose to compare',
    take: (world) => {
      const line = lineOf(world);
      if (line?.kind === 'food') world.tab.store.dispatch({ kind: 'compare', food: line.food });
    },
  },
  {
    name: 'compare',
    take: ({ tab }) => {
      const ids = tab.store.state.tray.flatMap(({ id }) => id ?? []);
      if (ids.length > 1) tab.store.dispatch({ kind: 'show', view: { kind: 'compare', ids } });
    },
  },
  { name: 'back to the search', take: ({ tab }) => tab.store.backToSearch() },
  { name: 'back', take: ({ tab }) => void tab.go(-1) },
  { name: 'forward', take: ({ tab }) => void tab.go(1) },
  { name: 'reload', take: ({ tab }) => tab.reload() },
  {
    name: 'paste a link',
    changesPlate: true,
    take: ({ tab, pick }) => tab.paste(pick(LINKS)),
  },
  {
    name: 'another tab',
    changesPlate: true,
    take: (world) => {
      const { browser } = world;
      world.tab = browser.tabs.length < 2 ? browser.openTab('') : world.pick(browser.tabs);
    },
  },
  {
    name: 'the service goes down or comes up',
    take: ({ browser }) => {
      browser.isDown = !browser.isDown;
    },
  },
  { name: 'answers arrive', changesPlate: true, take: ({ browser }) => browser.answerAll() },
  {
    name: 'time passes',
    changesPlate: true,
    take: ({ pick }) => void seconds(pick([0.05, 0.2, 4])),
  },
  {
    name: 'set an amount',
    changesPlate: true,
    take: (world) => {
      const food = foodOn(world);
      const amount = { count: world.pick([1, 30]), unit: { name: 'g', grams: 1 } };
      if (food !== undefined) world.tab.store.dispatch({ kind: 'plate/amount', food, amount });
    },
  },
  {
    name: 'remove',
    changesPlate: true,
    take: (world) => {
      const food = foodOn(world);
      if (food !== undefined) world.tab.store.dispatch({ kind: 'plate/remove', food });
    },
  },
  {
    name: 'undo',
    changesPlate: true,
    take: ({ tab }) => tab.store.dispatch({ kind: 'plate/undo' }),
  },
  {
    name: 'clear',
    changesPlate: true,
    take: ({ tab }) => tab.store.dispatch({ kind: 'plate/clear' }),
  },
  {
    name: 'a new plate',
    changesPlate: true,
    take: ({ tab }) => tab.store.dispatch({ kind: 'plate/new' }),
  },
  {
    name: 'delete a plate',
    changesPlate: true,
    take: ({ tab }) => tab.store.dispatch({ kind: 'plate/delete' }),
  },
  {
    name: 'choose a plate',
    changesPlate: true,
    take: ({ tab, pick }) =>
      tab.store.dispatch({ kind: 'plate/choose', id: pick(tab.store.state.kept.plates).id }),
  },
  {
    name: 'midnight',
    take: ({ browser, tab }) => {
      const next = new Date(`${browser.day}T12:00Z`);
      next.setUTCDate(next.getUTCDate() + 1);
      browser.day = next.toISOString().slice(0, 10);
      tab.store.dispatch({ kind: 'day', today: browser.day });
    },
  },
  { name: 'the sheet', take: ({ tab }) => tab.store.dispatch({ kind: 'sheet', isOpen: true }) },
];

export interface WalkOptions {
  readonly seed: number;
  readonly steps: number;
}

/** Walks a page at random; after every step its invariants must hold. Timers must be faked. */
export async function walk({ seed, steps }: WalkOptions): Promise<void> {
  const random = randomOf(seed);
  const browser = new SimulatedBrowser();
  const world: World = {
    browser,
    tab: browser.openTab(''),
    pick: (values) => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new RangeError('There is nothing to pick from.');
      return value;
    },
  };
  const taken: string[] = [];
  for (let i = 0; i < steps; i += 1) {
    const step = world.pick(STEPS);
    taken.push(step.name);
    const before = world.tab.store.state;
    await step.take(world);
    await vi.advanceTimersByTimeAsync(0);
    const where = `seed ${seed}, step ${i}: ${taken.slice(-12).join(', ')}`;
    const { state } = world.tab.store;
    if (step.changesPlate !== true) expect(foodsOn(state), where).toEqual(foodsOn(before));
    judge(state, where);
    if (i % 10 === 0) await judgeAtRest(world, where);
  }
}

const foodsOn = (state: PageState): readonly Portion[] => currentPlate(state.kept).portions;

/** What must hold at any time. */
function judge(state: PageState, where: string): void {
  expect(screenOf(state), where).toMatch(
    /^(food|compare|week|meal|offered|loading|results|nothing|failed)$/,
  );
  expect(
    state.kept.plates.map(({ id }) => id),
    where,
  ).toContain(state.kept.current);
  expect(state.kept.plates.filter(({ isGuest }) => isGuest).length, where).toBeLessThan(2);
  if (state.view.kind !== 'search') return;
  expect(state.view, where).toMatchObject(state.question);
  expect(state.activeIndex, where).toBeLessThan(linesOf(state).length);
}

/** What must hold once all that was asked for has arrived. */
async function judgeAtRest({ browser, tab }: World, where: string): Promise<void> {
  const wasDown = browser.isDown;
  browser.isDown = false;
  for (let i = 0; i < 3; i += 1) {
    await seconds(4);
    browser.answerAll();
  }
  await seconds(1);
  const { state } = tab.store;
  const isAsked = sentQuestion(state.question).query !== '';
  expect(state.search.kind, `${where}, at rest`).toBe(isAsked ? 'found' : 'idle');
  expect(state.search.kind, `${where}, at rest`).toMatch(/^(idle|found)$/);
  const portions = state.view.kind === 'search' ? foodsOn(state) : [];
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
