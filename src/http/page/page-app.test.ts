import fastify, { type InjectOptions } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPageApp } from './page-app.ts';

const file = { type: 'text/css', body: Buffer.from('a'), compressed: new Map(), isHashed: false };
const called: InjectOptions[] = [];
const api = fastify();
api.get('*', (_request, reply) => void reply.code(418).header('x-a', 5).send());
api.options('*', (_request, reply) => void reply.code(200).send());
const app = createPageApp({
  files: [
    { ...file, path: '/' },
    { ...file, path: '/lab.html', compressed: new Map([['gzip', Buffer.from('zipped')]]) },
    { ...file, path: '/assets/a.css', isHashed: true },
  ],
  apiUrl: 'https://api.example:3001/foods',
  callApi: (request) => {
    called.push(request);
    return api.inject(request);
  },
  explainOrigin: async (origin) => ({ message: `no ${origin}`, fix: [origin] }),
  pageUrls: () => ['http://localhost:3000'],
  logger: pino({ level: 'silent' }),
});

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining(
    "connect-src 'self' https://api.example:3001;",
  ),
  'referrer-policy': 'no-referrer',
};

test.each([
  ['/', 'no-cache', 'a'],
  ['/lab', 'no-cache', 'zipped', 'gzip'],
  ['/lab.html', 'no-cache', 'zipped', 'gzip'],
  ['/assets/a.css', 'public, max-age=31536000, immutable', 'a'],
])('%s is sent with Cache-Control %j', async (url, kept, text, encoding = undefined) => {
  const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect([body, headers]).toEqual([
    text,
    {
      ...SECURITY,
      ...(encoding && { 'content-encoding': encoding }),
      ...{ 'cache-control': kept, 'content-type': 'text/css', vary: 'Accept-Encoding' },
      ...{ 'content-length': String(text.length), connection: 'keep-alive' },
      date: expect.any(String),
    },
  ]);
});

test.each([
  [
    '/config.json',
    200,
    {
      apiUrl: 'https://api.example:3001/foods',
      pageUrls: ['http://localhost:3000'],
      hasReplay: true,
    },
  ],
  [
    '/explain?origin=https://a.example',
    200,
    { message: 'no https://a.example', fix: ['https://a.example'] },
  ],
  ['/explain', 200, { message: 'no ', fix: [''] }],
  ['/replay', 400, { error: 'Cannot replay this method. Use GET or OPTIONS.' }],
  ['/replay?method=POST', 400, { error: 'Cannot replay this method. Use GET or OPTIONS.' }],
  ['/none', 404, { error: 'There is nothing here: go to / or /lab' }],
])('%s is answered with %i', async (url, status, answer) => {
  const { statusCode, headers, ...response } = await app.inject(url);
  expect([statusCode, response.json()]).toEqual([status, answer]);
  expect(headers).toMatchObject({ ...SECURITY, 'cache-control': 'no-cache' });
});

test('/replay calls the service for a page, and shows the whole response', async () => {
  const remoteAddress = '192.0.2.7';
  const replay = async (query: string) =>
    (await app.inject({ url: `/replay?${query}`, remoteAddress })).json();
  expect(await replay('method=GET')).toMatchObject({ status: 418, headers: { 'x-a': '5' } });
  await replay('method=GET&q=a%26b&origin=null&header=x-a');
  await replay('method=OPTIONS&origin=null&header=x-a');
  await replay('method=OPTIONS');
  const preflight = { 'access-control-request-method': 'GET' };
  expect(called).toEqual([
    { remoteAddress, method: 'GET', url: '/api/food?q=', headers: {} },
    { remoteAddress, method: 'GET', url: '/api/food?q=a%26b', headers: { origin: 'null' } },
    {
      ...{ remoteAddress, method: 'OPTIONS', url: '/api/food?q=' },
      headers: { origin: 'null', ...preflight, 'access-control-request-headers': 'x-a' },
    },
    {
      ...{ remoteAddress, method: 'OPTIONS', url: '/api/food?q=' },
      headers: { ...preflight, 'access-control-request-headers': '' },
    },
  ]);
});
