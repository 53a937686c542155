import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { send } from '../../test/http/send.ts';
import { createOwnPortApp } from './own-port-app.ts';

test.each(['*', '*x', '/%zz', '/none', '//'])(
  'the response to %s says where to go',
  async (path) => {
    const app = createOwnPortApp({
      logger: pino({ level: 'silent' }),
      hint: 'go to /',
      headers: { 'x-content-type-options': 'nosniff' },
    });
    onTestFinished(() => app.close());
    app.get('/', (_request, reply) => void reply.send('root'));
    await app.ready();
    const url = await listening(createServer(app.routing));
    const { status, headers, body } = await send(url, { path });
    expect([status, headers.get('x-content-type-options'), JSON.parse(body)]).toEqual([
      404,
      ['nosniff'],
      { error: 'There is nothing here: go to /' },
    ]);
  },
);

test('the response to a request that fails does not show why', async () => {
  const app = createOwnPortApp({ logger: pino({ level: 'silent' }), hint: '' });
  onTestFinished(() => app.close());
  app.get('/', () => Promise.reject(new Error('the password is 123')));
  const { statusCode, body } = await app.inject('/');
  expect([statusCode, JSON.parse(body)]).toEqual([500, { error: 'Internal server error' }]);
});
