import { createServer } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { send } from '../../test/http/send.ts';
import { fastifyOptions } from './fastify-options.ts';

function appAt(level: string) {
  let text = '';
  const stream = new PassThrough().on('data', (chunk) => {
    text += chunk;
  });
  const app = Fastify(fastifyOptions(pino({ level }, stream)));
  onTestFinished(() => app.close());
  const lines = (): Record<string, unknown>[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  return { app, lines };
}

describe.each(['warn', 'info', 'debug'])(
  'log level %s logs faults that Fastify finds:',
  (level) => {
    test('a response that is sent twice', async () => {
      const { app, lines } = appAt(level);
      app.get('/', (_request, reply) => {
        reply.send('one');
        reply.send('two');
      });
      expect((await app.inject('/')).body).toBe('one');
      const [fault] = lines().filter(({ level }) => level === 40);
      expect(fault).toMatchObject({ err: { code: 'FST_ERR_REP_ALREADY_SENT' } });
    });

    test('a stream that fails after the response headers; its log line leaves out the request', async () => {
      const { app, lines } = appAt(level);
      app.get('/', (_request, reply) => {
        const parts = async function* () {
          yield 'one';
          throw new Error('broken');
        };
        reply.send(Readable.from(parts()));
      });
      await app.ready();
      const url = await listening(createServer(app.routing));
      await expect(send(url, { path: '/' })).rejects.toThrow();
      const [fault, ...others] = lines().filter(({ level }) => level === 50);
      expect(others).toEqual([]);
      expect(Object.keys(fault ?? {}).toSorted()).toEqual([
        'err',
        'hostname',
        'level',
        'msg',
        'pid',
        'reqId',
        'time',
      ]);
      expect(fault).toMatchObject({ err: { message: 'broken' } });
    });
  },
);

test.each([
  ['debug', 1],
  ['info', 0],
])('at log level %s, an answered request has %i log lines', async (level, count) => {
  const { app, lines } = appAt(level);
  app.get('/', (_request, reply) => void reply.send('one'));
  app.addHook('onResponse', (_request, _reply, done) => done());
  await app.inject('/');
  expect(lines()).toHaveLength(count);
  for (const line of lines()) {
    expect(line).toMatchObject({ level: 20, reqId: 'req-1' });
    expect(line.msg).toMatch(/^GET \/ 200 \d+\.\d ms$/);
    expect(line).not.toHaveProperty('err');
  }
});
