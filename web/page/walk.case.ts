import { expect, vi } from 'vitest';
import type { Portion } from '../foods/plate.ts';
import { isNothing, questionOf, sentQuestion } from '../foods/question.ts';
import { currentPlate } from '../storage/saved-data.ts';
import { readFragment, toFragment } from './address.ts';
import type { PageState } from './page-state.ts';
import { randomOf } from './random.case.ts';
import { linesOf, screenOf, shownAnswer } from './results.ts';
import { SimulatedBrowser } from './simulated-browser.case.ts';
import { STEPS, seconds, type World } from './walk-steps.case.ts';

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

const foodsOn = (state: PageState): readonly Portion[] => currentPlate(state.saved).portions;

/** What must hold at any time. */
function judge(state: PageState, where: string): void {
  expect(screenOf(state), where).toMatch(
    /^(food|compare|week|meal|offered|loading|results|nothing|failed)$/,
  );
  expect(
    state.saved.plates.map(({ id }) => id),
    where,
  ).toContain(state.saved.current);
  expect(state.saved.plates.filter(({ isGuest }) => isGuest).length, where).toBeLessThan(2);
  if (state.view.kind !== 'search') return;
  expect(questionOf(state.view), where).toEqual(state.question);
  expect(state.activeIndex, where).toBeLessThan(linesOf(state).length);
  // The foods of an answer are those of its group, and Enter never adds one of a whole group unasked.
  const answer = shownAnswer(state);
  for (const { description } of answer?.foods ?? [])
    expect(description, where).toContain(answer?.group ?? '');
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
  const isAsked = !isNothing(sentQuestion(state.question));
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
