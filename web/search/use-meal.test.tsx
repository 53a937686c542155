import { expect, test } from 'vitest';
import type { MealLine } from '../../src/client/index.ts';
import { shownPage } from '../parts/shown-page.case.ts';
import { Meal } from './meal.tsx';

const LINE: Omit<MealLine, 'line' | 'food'> = {
  ...{ amount: 1, unit: null, grams: 1, how: 'weight', certain: true },
  ...{ alternatives: [], nutrients: null },
};

test('nothing is looked up for a line without a food, or for a food without a key', async () => {
  const asked: string[] = [];
  const foods = new Map([
    ['rye', { id: '2', description: 'Rye bread' }],
    ['shake', { id: null, description: 'Shake' }],
  ]);
  const { settle } = shownPage((page) => <Meal page={page} onDone={() => {}} />, {
    at: 'q=rye%0Axyz%0Ashake',
    service: {
      meal: async (lines: readonly string[]) => ({
        lines: lines.map((line) => ({ ...LINE, line, food: foods.get(line) ?? null })),
        totals: { known: 0, lines: 0 },
      }),
      foods: async (ids: readonly string[]) => {
        asked.push(...ids);
        return new Map();
      },
    },
  });
  await settle();
  await settle(150);
  expect([...new Set(asked)]).toEqual(['2']);
});
