import { vi } from 'vitest';
import { dayAfter } from '../storage/saved-data.ts';
import { NOTHING } from './address.ts';
import { portionsOf } from './page-state.ts';
import { linesOf, typedAmount } from './shown-foods.ts';
import type { SimulatedBrowser, SimulatedTab } from './simulated-browser.case.ts';

// The steps that a random walk of the page may take.

/** A step, and whether it may change the current plate. */
export interface Step {
  readonly name: string;
  readonly changesPlate?: boolean;
  readonly take: (world: StepContext) => void | Promise<void>;
}

/** The context in which the steps of a walk run. */
export interface StepContext {
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
  'food=milk1&amount=2+cup',
  'compare=milk1,rice2',
  'week=fiber_td_g',
  'q=rice&match=words',
  'q=eg&sort=-protein_g',
  'q=eg&sort=-protein_g&until=5&group=Fruits',
  'group=Fruits',
  'item=50_1_g__1_1_1_1_Rye',
  'q=eg&item=1_240_cup_milk3_100_10_5_2_milk+3&item=broken',
  '',
];

const GROUPS = ['Fruits', 'Vegetables', ''];

const lineOf = ({ tab, pick }: StepContext) => {
  const lines = linesOf(tab.store.state);
  return lines.length === 0 ? undefined : pick(lines);
};
const rowOn = ({ tab, pick }: StepContext) => {
  const portions = portionsOf(tab.store.state);
  return portions.length === 0 ? undefined : pick(portions);
};
/** Advances the clock. */
export const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

const TYPE: Step = {
  name: 'type',
  take: ({ tab, pick }) => tab.store.dispatch({ kind: 'type', text: pick(TEXTS) }),
};

/** The actions of a user on the page, and other events. */
export const STEPS: readonly Step[] = [
  TYPE,
  TYPE,
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
  { name: 'show more', take: ({ tab }) => tab.store.searchMore() },
  {
    name: 'sort',
    take: ({ tab, pick }) =>
      tab.store.dispatch({
        kind: 'refine',
        by: { sort: pick(['', '-kcal', 'sodium_mg']) || undefined },
      }),
  },
  {
    name: 'narrow to a group',
    take: ({ tab, pick }) => {
      if (tab.store.state.view.kind === 'search')
        tab.store.dispatch({ kind: 'refine', by: { group: pick(GROUPS) || undefined } });
    },
  },
  {
    name: 'narrow by a value',
    take: ({ tab, pick }) => {
      const { view, criteria } = tab.store.state;
      if (view.kind === 'search' && criteria.sort !== undefined)
        tab.store.dispatch({ kind: 'refine', by: { until: pick([0, 140, 0.5]) || undefined } });
    },
  },
  {
    name: 'browse a group',
    take: ({ tab, pick }) =>
      tab.store.dispatch({ kind: 'show', view: { ...NOTHING, group: pick(GROUPS) || undefined } }),
  },
  {
    name: 'open',
    take: (world) => {
      const line = lineOf(world);
      const { store } = world.tab;
      if (line?.kind === 'food') store.showFood(line.food, typedAmount(store.state, line.food));
    },
  },
  {
    name: 'set the amount of the food shown',
    take: ({ tab, pick }) => {
      const { view } = tab.store.state;
      const amount = pick(['2 cup', '0.5 cup, diced', '30 g']);
      if (view.kind === 'food') tab.store.dispatch({ kind: 'show', view: { ...view, amount } });
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
      world.tab = browser.tabs.length < 3 ? browser.openTab('') : world.pick(browser.tabs);
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
      const row = rowOn(world);
      const amount = { count: world.pick([1, 30]), unit: { name: 'g', grams: 1 } };
      if (row !== undefined) world.tab.store.dispatch({ kind: 'plate/amount', row, amount });
    },
  },
  {
    name: 'remove',
    changesPlate: true,
    take: (world) => {
      const row = rowOn(world);
      if (row !== undefined) world.tab.store.dispatch({ kind: 'plate/remove', row });
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
      tab.store.dispatch({ kind: 'plate/choose', id: pick(tab.store.state.saved.plates).id }),
  },
  {
    name: 'midnight',
    take: ({ browser, tab }) => {
      browser.day = dayAfter(browser.day, 1);
      tab.store.dispatch({ kind: 'day', today: browser.day });
    },
  },
  {
    name: 'another day',
    changesPlate: true,
    take: ({ browser, tab, pick }) =>
      tab.store.dispatch({ kind: 'plate/day', day: dayAfter(browser.day, pick([-2, -1, 0, 1])) }),
  },
  {
    name: 'to another day',
    changesPlate: true,
    take: ({ browser, tab, pick }) => {
      const day = dayAfter(browser.day, pick([-1, 0]));
      tab.store.dispatch({ kind: 'plate/to-day', day, isCopy: pick([true, false]) });
    },
  },
  { name: 'a tab is frozen', take: ({ tab }) => tab.freeze() },
  { name: 'frozen tabs come back', changesPlate: true, take: ({ browser }) => browser.thaw() },
  {
    name: 'the storage refuses or accepts data',
    take: ({ browser }) => {
      browser.refusesStorage = !browser.refusesStorage;
    },
  },
  { name: 'the sheet', take: ({ tab }) => tab.store.dispatch({ kind: 'sheet', isOpen: true }) },
];
