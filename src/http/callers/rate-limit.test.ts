import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { createSharedCounts, limitRate } from './rate-limit.ts';

test.each([
  [1, 'More than 1 request in a minute: try again in 20 s'],
  [2, 'More than 2 requests in a minute: try again in 20 s'],
])(
  'after %i requests in a minute, a caller is told when to try again',
  async (perMinute, error) => {
    const app = fastify();
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    limitRate(app, { perMinute, counts: createSharedCounts() });
    app.get('/', (request, reply) => {
      request.countMore?.(perMinute - 1);
      reply.send('answered');
    });
    const clock = vi.spyOn(process.hrtime, 'bigint').mockReturnValue(5_250_000_000n);
    const ask = async () => {
      const { statusCode, headers, body } = await app.inject('/');
      const limits = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];
      return [statusCode, body, ...limits.map((name) => headers[name])];
    };
    const first = String(perMinute - 1);
    expect(await ask()).toEqual([200, 'answered', String(perMinute), first, '60', undefined]);
    clock.mockReturnValue(45_000_000_000n);
    const { headers } = await app.inject('/');
    expect(headers['access-control-expose-headers']?.toString().split(', ').toSorted()).toEqual([
      ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'],
    ]);
    const refused = JSON.stringify({ error });
    expect(await ask()).toEqual([429, refused, String(perMinute), '0', '20', '20']);
    clock.mockReturnValue(65_000_000_000n);
    expect(await ask()).toEqual([200, 'answered', String(perMinute), first, '60', undefined]);
  },
);
