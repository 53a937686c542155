import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { fetchCors } from './fetch.ts';
import { createCorsPolicy, OriginFunctionError, type OriginSetting } from './index.ts';
import { type NodeHandler, nodeCors } from './node.ts';

const A = 'https://a.example';
const policy = createCorsPolicy({ origin: A });
const failing = createCorsPolicy({
  origin: () => {
    throw new Error('ouch');
  },
});
const asking = { headers: { origin: A } };

/** Starts a server that sets `Vary` before the handler runs. */
async function serve(handler: NodeHandler, onNext: (error?: Error) => void = () => {}) {
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

test('nodeCors adds to an existing Vary header', async () => {
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

test('nodeCors passes preflights on if CORS is off', async () => {
  const ask = await serve(nodeCors(createCorsPolicy({ origin: false })));
  const headers = { origin: A, 'access-control-request-method': 'GET' };
  const answer = await ask({ method: 'OPTIONS', headers });
  expect([await answer.text(), answer.headers.get('vary')]).toEqual(['[]', 'Accept-Encoding']);
});

test('nodeCors passes on the error of an origin function, and grants nothing', async () => {
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
])(
  'nodeCors does not touch a response that was sent before the origin function %s',
  async (_, decide) => {
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
    // An unhandled rejection would fail the run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(passedOn).toBe(0);
  },
);

test('if next throws, nodeCors passes the error to next, once', async () => {
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

test('nodeCors sets the headers immediately if next is omitted', async () => {
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

/** The message of a failing origin function, which belongs only in the log. */
const SECRET = 'postgres://admin:hunter2@db';
const failures: [string, OriginSetting][] = [
  [
    'throws',
    () => {
      throw new Error(SECRET);
    },
  ],
  ['rejects', () => Promise.reject(new Error(SECRET))],
  ['rejects with a string', () => Promise.reject(SECRET)],
  ['calls back with an error', (_, callback) => callback(new Error(SECRET))],
];

test.each(failures)(
  'nodeCors never reveals the error of an origin function that %s',
  async (_, origin) => {
    const errors: (Error | undefined)[] = [];
    const cors = nodeCors(createCorsPolicy({ origin }));
    const ask = await serve(cors, (error) => errors.push(error));
    const answer = await ask(asking);
    expect([answer.status, answer.headers.get('vary')]).toEqual([500, 'Accept-Encoding, Origin']);
    const [error] = errors;
    const { message, stack, cause } = error ?? new Error('no error');
    // Everything that a framework may send to the client: the message, the stack trace, or the
    // error as JSON.
    expect([message, stack, JSON.stringify(error)].join()).not.toContain(SECRET);
    expect(cause instanceof Error ? cause.message : cause).toBe(SECRET);
  },
);

test.each(failures)(
  'fetchCors never reveals the error of an origin function that %s',
  async (_, origin) => {
    const handle = vi.fn(() => new Response());
    const log = vi.fn();
    const cors = fetchCors(createCorsPolicy({ origin }), handle, log);
    const answer = await cors(new Request('https://b.example', asking));
    expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ vary: 'Origin' });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(handle).not.toHaveBeenCalled();
    expect(log.mock.lastCall).toEqual([expect.any(OriginFunctionError)]);
  },
);

test.each<[string, string[], (response: ServerResponse) => void]>([
  ['sets Vary', ['Cookie'], (response) => response.setHeader('vary', 'Cookie').end()],
  ['writes an object', ['Cookie'], (response) => response.writeHead(200, { vary: 'Cookie' }).end()],
  ['writes a list', ['Cookie'], (response) => response.writeHead(200, ['vary', 'Cookie']).end()],
  [
    'writes a reason',
    ['Cookie'],
    (response) => response.writeHead(200, '', { VARY: 'Cookie' }).end(),
  ],
  ['writes other headers', [], (response) => response.writeHead(200, ['x-a', 'vary']).end()],
  ['writes no headers', [], (response) => response.writeHead(200).end()],
  ['writes a body', [], (response) => response.write('x') && response.end()],
  ['removes all headers', [], removeAll],
])('nodeCors keeps its headers if the application %s', async (_, added, respond) => {
  const cors = nodeCors(createCorsPolicy({ origin: A, exposedHeaders: ['ETag'] }));
  const base = await listening(
    createServer((request, response) => cors(request, response, () => respond(response))),
  );
  const { headers } = await fetch(base, asking);
  const vary = headers.get('vary')?.split(', ');
  expect(vary?.toSorted()).toEqual([...added, 'Origin']);
  expect(headers.get('access-control-allow-origin')).toBe(A);
  expect(headers.get('access-control-expose-headers')).toBe('ETag');
});

/** Removes all headers, as Koa does before it sends an error. */
function removeAll(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.end();
}

test('the adapters pass the request to an origin function', async () => {
  const seen: unknown[] = [];
  const origin: OriginSetting = async (_origin, _callback, request) => seen.push(request) > 0;
  const policy = createCorsPolicy({ origin });
  await (await serve(nodeCors(policy)))(asking);
  const request = new Request('https://b.example', asking);
  await fetchCors(policy, () => new Response())(request);
  expect(seen).toEqual([expect.any(IncomingMessage), request]);
});

test('each adapter warns only once about a refused answer from an origin function', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const policy = createCorsPolicy({ origin: () => '*', credentials: true });
  const ask = await serve(nodeCors(policy));
  for (const _ of '12') {
    const { headers } = await ask(asking);
    expect(headers.has('access-control-allow-origin')).toBe(false);
  }
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/grants nothing.*"\*"/)]]);
  const cors = fetchCors(policy, () => new Response());
  for (const _ of '12') await cors(new Request('https://b.example', asking));
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});

test('nodeCors keeps headers that the application sets itself', async () => {
  const cors = nodeCors(policy);
  const base = await listening(
    createServer((request, response) => {
      cors(request, response, () => response.setHeader('access-control-allow-origin', '*').end());
    }),
  );
  const { headers } = await fetch(base, asking);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});
