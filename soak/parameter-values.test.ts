import { describe, expect, test } from 'vitest';
import { ROUTES } from '../src/http/routes.ts';
import { ANSWER_KINDS, costlyRequest, PLAIN_KINDS } from './cost/costly-request.ts';
import { Choices } from './cost/hill-climb.ts';
import { Random } from './fuzz/random.ts';
import { fuzzTarget } from './fuzz/targets.ts';

const REQUESTS = 6_000;
const KNOWN = { queries: ['egg'], fields: ['kcal'], ids: ['01001'], etag: '"x"' };

const random = new Random(1);
const targetOf = ({ bytes }: { bytes: Buffer }) => bytes.toString('latin1').split(' ', 2)[1] ?? '';

describe.each([
  ['query', () => targetOf(costlyRequest(PLAIN_KINDS.query, new Choices(random)))],
  ['answer', () => targetOf(costlyRequest(ANSWER_KINDS.answer, new Choices(random)))],
  ['fuzz', () => fuzzTarget(random, KNOWN).target],
])('requests generated for %s', (kind, make) => {
  const targets = Array.from({ length: REQUESTS }, make);

  // Each line of a meal is a search, which has its own budget.
  const routes = Object.values(ROUTES).filter((one) => kind !== 'query' || one !== ROUTES.meal);

  test.each(routes)('$path is requested with each of its parameters', (route) => {
    const path = route.path.replace(':id', '01001');
    const asked = targets.filter((target) => target.split('?', 1)[0] === path);
    for (const name of route.parameters) {
      const isNamed = new RegExp(`[?&]${name}=`);
      expect(
        asked.some((target) => isNamed.test(target)),
        name,
      ).toBe(true);
    }
  });
});
