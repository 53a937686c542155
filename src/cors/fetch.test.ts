import { expect, test, vi } from 'vitest';
import { fetchCors } from './fetch.ts';
import { createCorsPolicy } from './index.ts';

const A = 'https://a.example';
const policy = createCorsPolicy({ origin: A });
const asking = { headers: { origin: A } };

test('fetchCors adds headers to any response, and changes nothing else', async () => {
  const cors = fetchCors(policy, async (request, ...[status]: [number]) => {
    const headers = { vary: 'accept, origin', 'x-url': request.url };
    return new Response('body', { status, headers });
  });
  const answer = await cors(new Request('https://b.example/x', asking), 404);
  expect([answer.status, await answer.text()]).toEqual([404, 'body']);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': A,
    vary: 'accept, Origin',
    'x-url': 'https://b.example/x',
  });
});

test('fetchCors adds headers to a response with status 200', async () => {
  const cors = fetchCors(policy, () => new Response('[]'));
  const { headers } = await cors(new Request('https://b.example', asking));
  expect(headers.get('access-control-allow-origin')).toBe(A);
});

test.each([
  ['https://other.example', null],
  [A, A],
])("fetchCors does not pass on another server's grant to %s", async (origin, granted) => {
  const upstream = {
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
  };
  const cors = fetchCors(policy, () => new Response('[]', { headers: upstream }));
  const { headers } = await cors(new Request('https://b.example', { headers: { origin } }));
  expect(headers.get('access-control-allow-origin')).toBe(granted);
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

test('fetchCors answers a preflight itself', async () => {
  const cors = fetchCors(policy, () => {
    throw new Error('not to be called');
  });
  const headers = { origin: A, 'access-control-request-method': 'GET' };
  const answer = await cors(new Request('https://b.example/x', { method: 'OPTIONS', headers }));
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
});

test.each<[string, Response, (string | null)[]]>([
  ['refuses', new Response('no', { status: 403 }), ['no', null]],
  ['redirects', Response.redirect('https://b.example/login'), ['', 'https://b.example/login']],
])(
  'fetchCors adds headers to a response that the handler throws, such as one that %s',
  async (_, thrown, [text, location]) => {
    const log = vi.fn();
    const answer = await fetchCors(
      policy,
      () => Promise.reject(thrown),
      log,
    )(new Request('https://b.example', asking));
    expect([answer.status, await answer.text()]).toEqual([thrown.status, text]);
    expect(answer.headers.get('location')).toBe(location);
    expect(answer.headers.get('access-control-allow-origin')).toBe(A);
    expect(log).not.toHaveBeenCalled();
  },
);

test('fetchCors answers with 500 if a thrown response has already been read', async () => {
  const read = new Response('read');
  await read.text();
  const log = vi.fn();
  const answer = await fetchCors(
    policy,
    () => Promise.reject(read),
    log,
  )(new Request('https://b.example', asking));
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([500, A]);
  expect(log).toHaveBeenCalledOnce();
});

test('fetchCors passes on preflights if CORS is off', async () => {
  const cors = fetchCors(createCorsPolicy({ origin: false }), ({ method }) => new Response(method));
  const headers = { origin: A, 'access-control-request-method': 'GET' };
  const answer = await cors(new Request('https://b.example', { method: 'OPTIONS', headers }));
  expect([await answer.text(), answer.headers.get('vary')]).toEqual(['OPTIONS', null]);
});

test('fetchCors does not change a network error', async () => {
  const error = Response.error();
  expect(await fetchCors(policy, () => error)(new Request('https://b.example'))).toBe(error);
});

/** The message of a failing origin function, which belongs only in the log. */
const SECRET = 'postgres://admin:hunter2@db';

test('fetchCors keeps the headers if the handler throws, and logs the reason', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const cors = fetchCors(policy, () => Promise.reject(new Error(SECRET)));
  const answer = await cors(new Request('https://b.example', asking));
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error']);
  expect(answer.headers.get('access-control-allow-origin')).toBe(A);
  expect(log.mock.calls).toEqual([[new Error(SECRET)]]);
  log.mockRestore();
});
