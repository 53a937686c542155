import fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { chooseEncoding, compress, createCompression } from './compression.ts';

test.each(['gzip', 'br'] as const)(
  'compress returns a %s buffer without unused memory',
  async (encoding) => {
    const compressed = await compress(encoding, Buffer.from('egg, whole, raw; '.repeat(100)));
    expect(compressed.buffer.byteLength).toBe(compressed.length);
  },
);

test.each([
  [1_023, undefined],
  [1_024, 'gzip'],
])('a response of %d bytes is sent as %s', async (length, encoding) => {
  const send = createCompression();
  const body = Buffer.alloc(length, ' ');
  const app = fastify();
  app.get('/', (_request, reply) => send({ body }, reply));
  const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe(encoding);
});

test('up to eight responses are compressed at the same time', async () => {
  const send = createCompression();
  const app = fastify();
  const waiting: FastifyReply[] = [];
  app.get('/', (_request, reply) => {
    waiting.push(reply);
    if (waiting.length < 12) return;
    for (const each of waiting) send({ body: Buffer.alloc(9_999, ' ') }, each);
  });
  const request = { url: '/', headers: { 'accept-encoding': 'gzip' } };
  const all = await Promise.all(Array.from({ length: 12 }, () => app.inject(request)));
  expect(all.filter(({ headers }) => headers['content-encoding'] === 'gzip')).toHaveLength(8);
});

test('of many simultaneous responses, some are sent uncompressed, but later ones are compressed', async () => {
  const send = createCompression();
  const app = fastify();
  app.get('/', (_request, reply) => send({ body: Buffer.alloc(9_999, ' ') }, reply));
  const ask = async (count: number) => {
    const request = { url: '/', headers: { 'accept-encoding': 'gzip' } };
    const all = await Promise.all(Array.from({ length: count }, () => app.inject(request)));
    return all.filter(({ headers }) => headers['content-encoding'] === 'gzip').length;
  };
  const compressed = await ask(40);
  expect(compressed).toBeGreaterThan(0);
  expect(compressed).toBeLessThan(40);
  // Repeated, since a response that is never counted as finished would leave less room.
  for (const count of [3, 3, 3, 3]) expect(await ask(count)).toBe(count);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br; q=0.5 , gzip ; q=0.5', 'br'],
  ['br;q=0, gzip;q=0.000', undefined],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=x', undefined],
  ['xgzip, brotli', undefined],
  ['x-gzip', 'gzip'],
  ['br;q=0.9, gzip;q=2', 'br'],
  ['br;q=1.5', undefined],
  ['br;q=1.000, gzip;q=0.1234', 'br'],
])('chooseEncoding of %j is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('chooseEncoding chooses only encodings that are offered', () => {
  expect(chooseEncoding('br', ['gzip'])).toBeUndefined();
  expect(chooseEncoding('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
});
