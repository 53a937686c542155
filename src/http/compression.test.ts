import fastify from 'fastify';
import { expect, test } from 'vitest';
import { Compression, compress } from './compression.ts';

test.each(['gzip', 'br'] as const)(
  'compress keeps no more memory than %s needs',
  async (encoding) => {
    const compressed = await compress(encoding, Buffer.from('egg, whole, raw; '.repeat(100)));
    expect(compressed.buffer.byteLength).toBe(compressed.length);
  },
);

test.each([
  [1_023, undefined],
  [1_024, 'gzip'],
])('an answer of %d bytes is sent as %s', async (length, encoding) => {
  const compression = new Compression();
  const body = Buffer.alloc(length, ' ');
  const app = fastify();
  app.get('/', (_request, reply) => compression.send({ body }, reply));
  const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe(encoding);
});
