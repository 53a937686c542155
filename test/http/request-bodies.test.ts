import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { connectTo, countOf, exchange } from './raw.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'https://page.example';
const SEARCH = '/fdc/v1/foods/search';
const POSTED = [SEARCH, '/fdc/v1/foods/list', '/fdc/v1/foods', '/mcp'];
const JSON_TYPE = 'Content-Type: application/json';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  const cors = { origin: [ORIGIN], allowedHeaders: ['X-Own'] };
  const interfaces = ['fdc', 'mcp'];
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', interfaces, cors });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const head = (path: string, ...lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', `Origin: ${ORIGIN}`, ...lines, '', ''].join('\r\n');
const posted = (path: string, body: string, ...lines: readonly string[]) =>
  head(path, JSON_TYPE, `Content-Length: ${Buffer.byteLength(body)}`, ...lines) + body;
const chunked = (path: string, ...chunks: readonly string[]) =>
  head(path, JSON_TYPE, 'Transfer-Encoding: chunked') +
  chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const sent = { origin: ORIGIN, 'content-type': 'application/json', ...headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await send(url, { method: 'POST', path, headers: sent, body: text });
  expect(headerOf(response, 'access-control-allow-origin')).toBe(ORIGIN);
  expect(headerOf(response, 'cross-origin-resource-policy')).toBe('cross-origin');
  return { status: response.status, body: JSON.parse(response.body) };
}

test('POST gets the same response as GET with the same parameters', async () => {
  const criteria = { query: 'butter', dataType: ['SR Legacy', 'Foundation'], pageSize: 3 };
  const address = `${SEARCH}?query=butter&dataType=SR+Legacy,Foundation&pageSize=3`;
  const got = JSON.parse((await send(url, { path: address })).body);
  expect(await post(`${SEARCH}?api_key=x`, criteria)).toEqual({ status: 200, body: got });
  const foods = await post('/fdc/v1/foods', {
    fdcIds: [173410],
    format: 'abridged',
    nutrients: [203],
  });
  expect(foods.body[0].foodNutrients).toEqual([
    { number: '203', name: 'Protein', amount: 0.85, unitName: 'G' },
  ]);
  expect((await post('/fdc/v1/foods/list', { pageSize: 2 })).body).toHaveLength(2);
});

test('searches may be posted to the path of early clients', async () => {
  const criteria = { generalSearchInput: 'butter', requireAllWords: true, pageSize: 1 };
  const found = await post('/fdc/v1/search?api_key=x', criteria);
  expect(found).toEqual(await post(SEARCH, { query: 'butter', pageSize: 1 }));
});

test('the connection stays open, and later requests are answered', async () => {
  const body = '{"query":"butter","pageSize":1}';
  const last =
    'GET /api/food?q=butter&limit=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  for (const first of [
    posted(SEARCH, body),
    `${chunked(SEARCH, '{"query":', '"butter"}')}0\r\n\r\n`,
  ]) {
    const answers = await exchange(url, first + posted(SEARCH, body) + posted(SEARCH, '{') + last);
    expect(countOf(answers, 'HTTP/1.1 200 OK')).toBe(3);
    expect(countOf(answers, 'HTTP/1.1 400')).toBe(1);
    expect(countOf(answers, 'Connection: close')).toBe(1);
  }
});

test('a body may state that it is UTF-8, and that it has no content coding', async () => {
  const type = 'application/json; x=1; Charset="UTF-8"';
  const headers = { 'content-type': type, 'content-encoding': 'Identity' };
  expect((await post(SEARCH, { query: 'butter' }, headers)).status).toBe(200);
});

test.each([
  ['another expectation', 'Expect: 200-ok', '1.1'],
  ['HTTP/1.0', 'Expect: 100-continue', '1.0'],
])('there is no interim response to %s', async (_name, line, version) => {
  const request = posted(SEARCH, '{"query":"butter"}', line, 'Connection: close');
  const answer = await exchange(url, request.replace('HTTP/1.1', `HTTP/${version}`));
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a body after an unanswered request waits for its turn', async () => {
  const socket = await connectTo(url);
  const body = `{"query":"butter","pageSize":1,"x":"${'y'.repeat(20_000)}"}`;
  const slow = 'GET /api/food?q=cheese&match=fuzzy HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.write(slow + slow + posted(SEARCH, body, 'Connection: close') + slow);
  let answers = '';
  for await (const chunk of socket) answers += chunk;
  expect(countOf(answers, 'HTTP/1.1 200 OK')).toBe(3);
});

test('a caller that sends Expect: 100-continue is told to continue', async () => {
  const socket = await connectTo(url);
  const body = '{"query":"butter"}';
  socket.write(
    posted(SEARCH, '', JSON_TYPE, 'Expect: 100-continue').replace('h: 0', `h: ${body.length}`),
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 100 Continue/);
  socket.write(body);
  const [second] = await once(socket, 'data');
  expect(String(second)).toMatch(/^HTTP\/1.1 200 OK/);
});

describe('bodies that are refused', () => {
  test.each([
    ['', 400],
    ['{', 400],
    ['[]', 400],
    ['"text"', 400],
    ['null', 400],
    ['{"query":{"a":1}}', 400],
    ['{"pageSize":"ten"}', 400],
    [`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    [`{"query":${JSON.stringify('x'.repeat(9_000))}}`, 400],
    [JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`a${i}`, 1]))), 400],
    [`"${'x'.repeat(65_536)}"`, 413],
  ])('%.40s', async (body, status) => {
    const answer = await post(SEARCH, body);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
  });

  test('bodies that are nested deeply are not parsed', async () => {
    const nested = (depth: number) => `{"query":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const { body } = await post(SEARCH, nested(500));
    expect(body).toEqual({ error: 'The body has more than 500 "[" and "{": send less' });
    const { body: parsed } = await post(SEARCH, nested(499));
    expect(parsed.error).toContain('`query` must be');
  });

  test('include bodies whose query is only in `__proto__`', async () => {
    const body = '{"__proto__":{"query":"x"},"constructor":1}';
    expect((await post(SEARCH, body)).status).toBe(400);
    const found = await post(SEARCH, '{"__proto__":"x","query":"butter","pageSize":1}');
    expect(found.body.foods).toHaveLength(1);
  });

  test.each(POSTED)('on %s, keys such as `__proto__` change no prototype', async (path) => {
    const accept = 'application/json, text/event-stream';
    const answer = await post(path, '{"__proto__":{"query":"x"},"constructor":1}', { accept });
    expect(answer.status).toBe(400);
    expect('query' in {}).toBe(false);
  });

  test('bodies that never end are cut off', async () => {
    const answer = await exchange(url, chunked(SEARCH, ...Array(70).fill('x'.repeat(1_000))));
    expect(answer).toMatch(/^HTTP\/1.1 413 .*Connection: close/s);
  });

  test.each([
    ['a size that is not a number', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a negative size', '-1\r\n{}\r\n'],
    ['a chunk longer than its size', '2\r\n{}}\r\n0\r\n\r\n'],
    ['a trailer that is not a header', '2\r\n{}\r\n0\r\nx\r\n\r\n'],
    ['a length in the trailer', '2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'],
  ])('bodies with %s are refused at once', async (_, bytes) => {
    const answer = await exchange(url, chunked(SEARCH) + bytes);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*Connection: close/s);
    expect(countOf(answer, 'HTTP/1.1')).toBe(1);
    expect(answer.toLowerCase()).toContain(`access-control-allow-origin: ${ORIGIN}`);
  });

  test.each(POSTED)('bodies on %s get a timeout if they stall', async (path) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = await connectTo(url);
    const closed = once(socket, 'close');
    socket.write(posted(path, '', 'Expect: 100-continue').replace('h: 0', 'h: 9'));
    // After this, the service is reading the body.
    await once(socket, 'data');
    socket.write('{');
    const answered = once(socket, 'data');
    vi.advanceTimersByTime(10_000);
    expect(String(await answered)).toMatch(/^HTTP\/1.1 408 .*Connection: close.*"The body took/s);
    socket.end();
    await closed;
  });

  test('bodies on other paths are not read', async () => {
    for (const path of ['/api/food', '/fdc/v1/food/173410']) {
      const answer = await exchange(url, posted(path, '{"query":"butter"}') + posted(SEARCH, '{}'));
      expect(answer).toMatch(/^HTTP\/1.1 405 .*Connection: close/s);
      expect(countOf(answer, 'HTTP/1.1')).toBe(1);
    }
  });
});

test('preflights allow POST and its headers, as well as the configured ones', async () => {
  const ask = async (path: string, origin = ORIGIN) => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const answer = await send(url, { method: 'OPTIONS', path, headers });
    return ['methods', 'headers'].map((name) => headerOf(answer, `access-control-allow-${name}`));
  };
  const ofMcp = 'Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id';
  for (const path of POSTED) {
    const own = path === '/mcp' ? ofMcp : 'Content-Type, X-Api-Key';
    expect(await ask(path)).toEqual(['GET, HEAD, POST', `X-Own, ${own}`]);
  }
  expect(await ask('/api/food')).toEqual(['GET, HEAD', 'X-Own']);
  expect(await ask(SEARCH, 'https://other.example')).toEqual([undefined, undefined]);
});

test('POST has a body in injected requests too', async () => {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{"query":"butter","pageSize":1}' };
  const response = await foodLookup.fetch(new Request(`http://localhost${SEARCH}`, init));
  expect(await response.json()).toMatchObject({ foods: [{ description: expect.any(String) }] });
});
