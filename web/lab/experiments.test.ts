import { expect, test, vi } from 'vitest';
import {
  EXPERIMENTS,
  type Experiment,
  listsHeader,
  replayExperiment,
  runExperiment,
} from './experiments.ts';

test.each([
  ['x-food-lab', true],
  ['X-Food-Lab', true],
  ['x-other,  X-FOOD-LAB ', true],
  ['*', true],
  ['x-other, *', true],
  ['x-other', false],
  ['x-food-lab-2', false],
  ['', false],
  [undefined, false],
])('listsHeader in %j: %j', (allowHeaders, isListed) => {
  expect(listsHeader(allowHeaders, 'x-food-lab')).toBe(isListed);
});

const ofId = (id: Experiment['id']) => {
  const experiment = EXPERIMENTS.find((each) => each.id === id);
  if (experiment === undefined) throw new Error(`There is no experiment ${id}.`);
  return experiment;
};

/** Answers each request with the next of these, and records it. */
function answer(...answers: (Response | Error)[]) {
  const asked: unknown[] = [];
  vi.stubGlobal('location', { origin: 'http://page.example' });
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    const next = answers[asked.push(request.length === 1 ? request[0] : request) - 1];
    if (next instanceof Response) return next;
    throw next;
  });
  return asked;
}

test.each<[Experiment['id'], RequestInit]>([
  ['cors', { mode: 'cors', headers: {} }],
  ['header', { mode: 'cors', headers: { 'x-food-lab': '1' } }],
  ['no-cors', { mode: 'no-cors', headers: {} }],
  ['same-origin', { mode: 'same-origin', headers: {} }],
])('experiment %s sends %j', async (id, init) => {
  const asked = answer(
    new Response('[]', { status: 404, headers: { 'x-a': 'b' } }),
    new Error('Failed'),
  );
  const run = () => runExperiment(ofId(id), 'http://api.example/');
  expect(await run()).toEqual({
    ...{ kind: 'answer', type: 'default', status: 404, body: '[]' },
    headers: [
      ['content-type', 'text/plain;charset=UTF-8'],
      ['x-a', 'b'],
    ],
  });
  expect(await run()).toEqual({ kind: 'error', message: 'Error: Failed' });
  expect(asked[0]).toEqual(['http://api.example/', { ...init, cache: 'no-store' }]);
});

const sent = (headers = {}) => Response.json({ status: 200, headers });

test('the exchanges of an experiment are replayed', async () => {
  const granted = { 'access-control-allow-headers': 'X-Food-Lab' };
  const cases: [Experiment['id'], isSameOrigin: boolean, ...Response[]][] = [
    ['cors', false, sent({ vary: 'Origin' })],
    ['cors', true, sent()],
    ['no-cors', false, sent()],
    ['header', false, sent(granted), sent()],
    ['header', false, sent()],
    ['header', true, sent()],
    ['same-origin', false],
    ['same-origin', true, sent()],
  ];
  const all: string[] = [];
  for (const [id, isSameOrigin, ...answers] of cases) {
    const asked = answer(...answers);
    const exchanges = await replayExperiment(ofId(id), 'a b', isSameOrigin);
    all.push(
      `${id}, same origin: ${isSameOrigin}`,
      ...asked.map(String),
      ...(exchanges ?? []).map((one) => JSON.stringify(one)),
    );
  }
  expect(all).toMatchInlineSnapshot(`
    [
      "cors, same origin: false",
      "replay?method=GET&q=a+b&origin=http%3A%2F%2Fpage.example",
      "{"request":["GET /api/food?q=a+b","Origin: http://page.example"],"status":200,"headers":{"vary":"Origin"}}",
      "cors, same origin: true",
      "replay?method=GET&q=a+b",
      "{"request":["GET /api/food?q=a+b"],"status":200,"headers":{}}",
      "no-cors, same origin: false",
      "replay?method=GET&q=a+b",
      "{"request":["GET /api/food?q=a+b"],"status":200,"headers":{}}",
      "header, same origin: false",
      "replay?method=OPTIONS&q=a+b&origin=http%3A%2F%2Fpage.example&header=x-food-lab",
      "replay?method=GET&q=a+b&origin=http%3A%2F%2Fpage.example",
      "{"request":["OPTIONS /api/food?q=a+b","Origin: http://page.example","Access-Control-Request-Method: GET","Access-Control-Request-Headers: x-food-lab"],"status":200,"headers":{"access-control-allow-headers":"X-Food-Lab"}}",
      "{"request":["GET /api/food?q=a+b","Origin: http://page.example","x-food-lab: 1"],"status":200,"headers":{}}",
      "header, same origin: false",
      "replay?method=OPTIONS&q=a+b&origin=http%3A%2F%2Fpage.example&header=x-food-lab",
      "{"request":["OPTIONS /api/food?q=a+b","Origin: http://page.example","Access-Control-Request-Method: GET","Access-Control-Request-Headers: x-food-lab"],"status":200,"headers":{}}",
      "header, same origin: true",
      "replay?method=GET&q=a+b",
      "{"request":["GET /api/food?q=a+b"],"status":200,"headers":{}}",
      "same-origin, same origin: false",
      "same-origin, same origin: true",
      "replay?method=GET&q=a+b",
      "{"request":["GET /api/food?q=a+b"],"status":200,"headers":{}}",
    ]
  `);
});

test.each([[new Error('offline')], [Response.json({}, { status: 404 })]])(
  'without a server that replays, there are no exchanges',
  async (failed) => {
    answer(failed);
    expect(await replayExperiment(ofId('cors'), 'egg', false)).toBeUndefined();
  },
);
