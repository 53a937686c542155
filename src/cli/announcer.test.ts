import { expect, test, vi } from 'vitest';
import { SMALL_DATABASE } from '../../test/small-database.ts';
import { prepare } from '../data/startup-checks.ts';
import { createFoodLookup } from '../service/create-food-lookup.ts';
import { announce, originText, startReport } from './announcer.ts';

test.each([
  [true, 'all may call'],
  ['*', 'all may call'],
  [false, 'no page may call (CORS is off)'],
  [() => true, 'those allowed by the configured function may call'],
  ['https://a.example', 'https://a.example may call'],
  [/^a$/, '/^a$/ may call'],
  [[], 'no page may call (the list is empty)'],
  [['https://a.example'], 'https://a.example may call'],
  [['https://a.example', /b/], 'https://a.example, /b/ may call'],
])('originText(%s) is %s', (origin, text) => {
  expect(originText(origin)).toBe(text);
});

test.each([
  [{}, 'this machine only'],
  [
    { host: '::1', allowedHosts: ['a.example'] },
    'this machine only; also accepted as host name: a.example',
  ],
  [{ host: '0.0.0.0' }, 'everyone who can reach any address of this machine'],
  [{ host: '::' }, 'everyone who can reach any address of this machine'],
  [
    { host: '192.0.2.7', allowedHosts: ['a.example', 'b.example'] },
    'everyone who can reach 192.0.2.7; also accepted as host name: a.example, b.example',
  ],
])('the report of a service with %j says who can reach it', async (options, reach) => {
  const given = { database: SMALL_DATABASE, logLevel: 'silent', ...options } as const;
  await using service = await createFoodLookup(given);
  const { settings, database } = await prepare(given);
  await database.close();
  const url = 'http://localhost:3001';
  const origins = 'http://localhost:3000 may call';
  const report = await startReport({ url, store: 'my table' }, service, settings);
  expect(report).toEqual({
    event: 'listening',
    facts: { url, foods: 2, database: 'my table', key: undefined, origins, reach },
    message: `Food Lookup listens at ${url}`,
    text: `Food Lookup listens at ${url}
  foods    2 of my table
  key      no unique column found; set --key
  origins  ${origins}
  reach    ${reach}
  try      ${url}/api/food?q=cheese
`,
  });
  const onSocket = await startReport({ url, store: '' }, service, { ...settings, socket: '/s' });
  expect(onSocket.text).not.toContain('try ');
  expect(onSocket.text).toMatch(/ reach +programs on this machine that may write to \/s\b/);
});

test('an event is text for people, and a line of JSON with a level and the time for programs', () => {
  vi.spyOn(Date, 'now').mockReturnValue(7);
  const written: unknown[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => written.push(name, text) > 0);
  }
  const stopped = { event: 'stopped', message: 'Stopped' };
  announce('text', stopped);
  announce('text', { ...stopped, text: '' });
  announce('json', { ...stopped, facts: { a: 1 }, text: '' });
  announce('journal', { ...stopped, isFault: true });
  expect(written).toEqual([
    ...['stdout', 'Stopped\n', 'stdout', ''],
    ...['stdout', '{"level":30,"time":7,"event":"stopped","a":1,"msg":"Stopped"}\n'],
    ...['stderr', '{"level":50,"time":7,"event":"stopped","msg":"Stopped"}\n'],
  ]);
});
