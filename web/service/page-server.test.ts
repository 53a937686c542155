import { expect, test, vi } from 'vitest';
import { explainPage, readPageConfiguration } from './page-server.ts';

/** Lets the page's server send these answers, one after another; an error is a failed request. */
function answer(...answers: readonly (Response | Error)[]) {
  const asked: string[] = [];
  vi.stubGlobal('location', { href: 'http://page.example/foods/', origin: 'http://page.example' });
  vi.stubGlobal('fetch', async (url: string) => {
    const next = answers[asked.push(url) - 1];
    if (next instanceof Response) return next;
    throw next;
  });
  return asked;
}

test.each([
  [{ apiUrl: 'http://api.example' }, { apiUrl: 'http://api.example' }],
  [{ apiUrl: '/' }, { apiUrl: 'http://page.example' }],
  [
    { apiUrl: 'api//', hasReplay: true },
    { apiUrl: 'http://page.example/foods/api', hasReplay: true },
  ],
  [{ apiUrl: 3001 }, undefined],
  [{}, undefined],
  [null, undefined],
])('the configuration %j is read as %j', async (sent, expected) => {
  const asked = answer(Response.json(sent));
  expect(await readPageConfiguration()).toEqual(expected);
  expect(asked).toEqual(['config.json']);
});

test('a request for the configuration is repeated once if it fails, but not if it is answered', async () => {
  vi.useFakeTimers();
  const read = async (...answers: readonly (Response | Error)[]) => {
    const asked = answer(...answers);
    const found = readPageConfiguration();
    await vi.advanceTimersByTimeAsync(999);
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(1);
    return { found: await found, before, asked };
  };
  const apiUrl = 'http://api.example';
  const [first, second] = ['config.json', 'config.json?again'];
  const failure = new Error('offline');
  const retried = await read(failure, Response.json({ apiUrl }));
  expect(retried).toEqual({ found: { apiUrl }, before: 1, asked: [first, second] });
  expect((await read(failure, failure)).found).toBeUndefined();
  const missing = await read(Response.json({ apiUrl }, { status: 404 }));
  expect(missing).toEqual({ found: undefined, before: 1, asked: [first] });
  expect((await read(new Response('<html>'))).found).toBeUndefined();
});

test.each([
  [{ message: 'no' }, true],
  [{ message: 'no', fix: ['http://page.example'] }, true],
  [{ message: 'no', fix: 'http://page.example' }, false],
  [{ message: 1 }, false],
  [{ fix: [] }, false],
  ['no', false],
  [null, false],
])('the explanation %j is valid: %j', async (sent, isValid) => {
  const asked = answer(Response.json(sent));
  expect(await explainPage()).toEqual(isValid ? sent : undefined);
  expect(asked).toEqual(['explain?origin=http%3A%2F%2Fpage.example']);
});

test('if the server sends no explanation, the result is undefined', async () => {
  for (const failed of [new Error('offline'), Response.json({ message: 'no' }, { status: 404 })]) {
    answer(failed);
    expect(await explainPage()).toBeUndefined();
  }
  answer(new Response('<html>'));
  expect(await explainPage()).toBeUndefined();
});
