import { expect, test, vi } from 'vitest';
import { rendered } from '../parts/render.case.ts';
import type { Verdict } from './conclude.ts';
import { ExperimentCard } from './experiment-card.tsx';
import { EXPERIMENTS, type Exchange, type Outcome } from './experiments.ts';

const ANSWER: Outcome = {
  ...{ kind: 'answer', type: 'cors', status: 200, headers: [['content-type', 'x']], body: '[]' },
};
const EXCHANGES: Exchange[] = [
  {
    request: ['OPTIONS /api/food HTTP/1.1', 'origin: http://page.example'],
    status: 200,
    headers: { vary: 'Origin', date: 'today' },
  },
  {
    request: ['GET /api/food HTTP/1.1'],
    status: 503,
    headers: { 'access-control-allow-origin': '*', etag: '"1"', 'content-type': 'text/plain' },
  },
];

/** Shows an experiment with this outcome. */
function card(
  verdict: Verdict,
  {
    id = 'cors',
    seen = ANSWER,
    isAllowed = false,
    ...more
  }: {
    readonly id?: string;
    readonly seen?: Outcome;
    readonly isAllowed?: boolean;
    readonly exchanges?: readonly Exchange[];
    readonly fix?: readonly string[];
  } = {},
) {
  vi.stubGlobal('location', { origin: 'http://page.example' });
  const list = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...list,
    matches: query === '(min-width: 40rem)',
  }));
  const experiment = EXPERIMENTS.find((each) => each.id === id);
  if (experiment === undefined) throw new Error(`There is no experiment ${id}.`);
  const { fix, exchanges } = more;
  const conclusion = { verdict, steps: ['It asks.', 'It reads.'], rules: [3, 5] as const };
  return rendered(
    <ExperimentCard
      result={{ experiment, seen, conclusion, exchanges }}
      searchUrl="http://api.example/api/food?q=egg"
      explanation={fix && { message: 'no', fix }}
      isAllowed={isAllowed}
    />,
  );
}

test('each request is shown, with the response headers that decide its outcome', () => {
  const [, ...wire] = card('read', { exchanges: EXCHANGES }).all('pre');
  expect(wire.map(({ text }) => text.split('\n'))).toEqual([
    [
      ...['OPTIONS /api/food HTTP/1.1', 'origin: http://page.example', ''],
      ...[expect.stringMatching(/^200 {2}\S/), 'vary: Origin'],
    ],
    [
      ...['GET /api/food HTTP/1.1', '', '503', 'access-control-allow-origin: *'],
      'content-type: text/plain',
    ],
  ]);
  expect(card('read', { exchanges: [] }).all('pre')).toHaveLength(1);
  expect(card('read').all('pre')).toHaveLength(1);
});

test('a long body is truncated', () => {
  const shown = (length: number) =>
    card('read', { seen: { ...ANSWER, body: 'x'.repeat(length) } })
      .all('dd')
      .at(-1)?.text;
  expect([shown(100), shown(101)]).toEqual(['x'.repeat(100), `${'x'.repeat(100)}…`]);
});

test('the script sees an error, or the parts of an answer', () => {
  const seen = card('blocked', { seen: { kind: 'error', message: 'Failed to fetch' } });
  expect(seen.all('dd').map(({ text }) => text)).toEqual(['Failed to fetch', expect.anything()]);
  expect(
    card('read')
      .all('dd')
      .map(({ text }) => text),
  ).toEqual([...['cors', '200', 'content-type', '[]']]);
});

test.each<[id: string, code: string]>([
  ['cors', "{ mode: 'cors' }"],
  ['no-cors', "{ mode: 'no-cors' }"],
  ['header', "{ headers: { 'x-food-lab': '1' } }"],
])('the code of experiment %s can be copied: %s', (id, options) => {
  const [code] = card('read', { id }).all('pre');
  expect(code?.text).toBe(`await fetch('http://api.example/api/food?q=egg', ${options})`);
});

test.each<[Verdict, Parameters<typeof card>[1], string | undefined]>([
  ['read', {}, undefined],
  ['opaque', {}, ''],
  ['refused', {}, ''],
  ['unreachable', {}, 'npx food-lookup serve --page'],
  ['blocked', {}, "--origin 'http://page.example'"],
  [
    'blocked',
    { fix: ['http://a.example', 'http://b.example'] },
    "--origin 'http://a.example, http://b.example'",
  ],
  ['blocked', { id: 'header', isAllowed: true }, '--allowed-headers x-food-lab'],
  ['blocked', { id: 'header' }, "--origin 'http://page.example'"],
])('the fault %s with %j is fixed by %j', (verdict, more, code) => {
  const [fix] = card(verdict, more).ofClass('fix');
  if (code === undefined) expect(fix).toBeUndefined();
  else if (code === '') expect(fix?.all('code')).toEqual([]);
  else expect(fix?.all('code')[0]?.text).toContain(code);
});

test('steps and rules are listed in order', () => {
  const lists = card('read')
    .all('li')
    .map(({ text }) => text);
  expect(lists.slice(0, 2)).toEqual(['It asks.', 'It reads.']);
  expect(lists).toHaveLength(4);
});

test('copying the code is confirmed on the button', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const view = card('read');
  const [button] = view.all('button');
  button?.fire('click');
  await expect.poll(() => button?.text).toBe('fetch copied');
  expect(copied).toEqual(["await fetch('http://api.example/api/food?q=egg', { mode: 'cors' })"]);
  expect(view.all('details')[0]?.shown.get('open')).toBe('true');
});
