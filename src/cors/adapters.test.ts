import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { fetchCors } from './fetch.ts';
import { createCorsPolicy, OriginFunctionError } from './index.ts';
import { type NodeHandler, nodeCors } from './node.ts';

const A = 'https://a.example';
const policy = createCorsPolicy({ origin: A });
const failing = createCorsPolicy({
  origin: () => {
    throw new Error('ouch');
  },
});
const asking = { headers: { origin: A } };

/** A server that puts something into the answer before the handler sees it. */
async function serve(handler: NodeHandler, onNext: (error?: unknown) => void = () => {}) {
  const base = await listening(
    createServer((request: IncomingMessage, response) => {
      response.setHeader('Vary', 'Accept-Encoding');
      handler(request, response, (error) => {
        onNext(error);
        response.statusCode = error === undefined ? 200 : 500;
        response.end('[]');
      });
    }),
  );
  return (init: RequestInit) => fetch(base, init);
}

test('nodeCors adds to the Vary that is there', async () => {
  const ask = await serve(nodeCors(policy));
  const { headers } = await ask(asking);
  expect(headers.get('vary')).toBe('Accept-Encoding, Origin');
  expect(headers.get('access-control-allow-origin')).toBe(A);
});

test('nodeCors answers a preflight itself, but not other OPTIONS requests', async () => {
  let passedOn = 0;
  const ask = await serve(nodeCors(policy), () => {
    passedOn += 1;
  });
  const preflight = await ask({
    method: 'OPTIONS',
    headers: { origin: A, 'access-control-request-method': 'GET' },
  });
  expect([preflight.status, preflight.headers.get('content-length'), passedOn]).toEqual([
    200,
    '0',
    0,
  ]);
  await ask({ method: 'OPTIONS', ...asking });
  expect(passedOn).toBe(1);
});

test('nodeCors passes on the failure of an origin function, and grants nothing', async () => {
  let passed: unknown;
  const ask = await serve(nodeCors(failing), (error) => {
    passed = error;
  });
  const answer = await ask(asking);
  expect(passed).toBeInstanceOf(OriginFunctionError);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin');
});

test.each([
  ['allows the origin', () => true],
  [
    'fails',
    () => {
      throw new Error('ouch');
    },
  ],
])('nodeCors leaves a response that was sent before the origin function %s', async (_, decide) => {
  const sent = Promise.withResolvers<void>();
  const cors = nodeCors(createCorsPolicy({ origin: async () => sent.promise.then(decide) }));
  let passedOn = 0;
  const base = await listening(
    createServer((request, response) => {
      cors(request, response, () => {
        passedOn += 1;
      });
      response.end('too late');
    }),
  );
  const answer = await fetch(base, asking);
  expect(await answer.text()).toBe('too late');
  sent.resolve();
  // An error that nobody catches fails the run.
  await new Promise((resolve) => setImmediate(resolve));
  expect(passedOn).toBe(0);
});

test('nodeCors passes what next throws to next, once', async () => {
  const cors = nodeCors(createCorsPolicy({ origin: async () => true }));
  const passed: unknown[] = [];
  const throwing = (times: number) => (error?: unknown) => {
    passed.push(error);
    if (passed.length <= times) throw new Error(`fault ${passed.length}`);
  };
  const ask = await serve(cors, throwing(1));
  expect((await ask(asking)).status).toBe(500);
  expect(passed.splice(0)).toEqual([undefined, new Error('fault 1')]);

  const askInVain = await serve(cors, throwing(2));
  await expect(askInVain(asking)).rejects.toThrow('fetch failed');
  expect(passed).toEqual([undefined, new Error('fault 1')]);
});

test('nodeCors sets the headers at once where next is left out', async () => {
  const cors = nodeCors(policy);
  const base = await listening(
    createServer((request, response) => {
      cors(request, response);
      if (!response.writableEnded) response.end('[]');
    }),
  );
  const answer = await fetch(base, asking);
  expect(answer.headers.get('access-control-allow-origin')).toBe(A);
});

test('fetchCors adds to the headers of any answer, and leaves the rest of it', async () => {
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

test('fetchCors answers a preflight itself', async () => {
  const cors = fetchCors(policy, () => {
    throw new Error('not to be called');
  });
  const headers = { origin: A, 'access-control-request-method': 'GET' };
  const answer = await cors(new Request('https://b.example/x', { method: 'OPTIONS', headers }));
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
});

test('fetchCors leaves a network error as it is', async () => {
  const error = Response.error();
  expect(await fetchCors(policy, () => error)(new Request('https://b.example'))).toBe(error);
});

test('fetchCors throws where an origin function fails, and handles nothing', async () => {
  let handled = false;
  const cors = fetchCors(failing, () => {
    handled = true;
    return new Response();
  });
  await expect(cors(new Request('https://b.example', asking))).rejects.toThrow(OriginFunctionError);
  expect(handled).toBe(false);
});
