import {
  Client,
  StreamableHTTPClientTransport,
  specTypeSchemas,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../../src/index.ts';
import { headerOf, send } from './send.ts';

const ORIGIN = 'https://page.example';

let foodLookup: FoodLookup;
let url: string;

beforeAll(async () => {
  const cors = { origin: [ORIGIN] };
  foodLookup = await createFoodLookup({ port: 0, logLevel: 'silent', interfaces: ['mcp'], cors });
  url = await foodLookup.listen();
});
afterAll(() => foodLookup.close());

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function post(message: object, headers: Record<string, string> = {}) {
  const accept = 'application/json, text/event-stream';
  const all = { 'content-type': 'application/json', accept, ...headers };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  return send(url, { method: 'POST', path: '/mcp', headers: all, body });
}

/** Sends a request as the protocol of 2026-07-28 defines it. */
function ask(method: string, params: Record<string, unknown> = {}, more = {}) {
  const name: Record<string, string> = 'name' in params ? { 'mcp-name': String(params.name) } : {};
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name, ...more };
  return post({ method, params: { ...params, _meta: META } }, headers);
}

test('servers are discovered without a session', async () => {
  const response = await ask('server/discover');
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body).result).toMatchObject({
    ...{ resultType: 'complete', capabilities: { tools: {} }, ttlMs: 3_600_000 },
    ...{ supportedVersions: expect.arrayContaining(['2026-07-28']), cacheScope: 'public' },
    instructions: expect.stringContaining('null means unknown'),
  });
  expect(headerOf(response, 'mcp-session-id')).toBeUndefined();
});

test('the handshake of older versions works', async () => {
  const clientInfo = { name: 'x', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const response = await post({ method: 'initialize', params });
  expect(response.body).toContain('"protocolVersion":"2025-11-25"');
  const noted = { method: 'notifications/initialized', id: undefined };
  expect((await post(noted)).status).toBe(202);
  expect((await post({ method: 'ping' })).body).toContain('"result":{}');
  const get = await send(url, { path: '/mcp' });
  expect([get.status, headerOf(get, 'allow')]).toEqual([405, 'POST, OPTIONS']);
});

describe('responses have the types of the specification', () => {
  const egg = { name: 'search_foods', arguments: { query: 'egg' } };
  const clientInfo = { name: 'x', version: '1' };
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };

  test.each([
    ['DiscoverResult', () => ask('server/discover')],
    ['ListToolsResult', () => ask('tools/list')],
    ['CallToolResult', () => ask('tools/call', egg)],
    ['CallToolResult', () => ask('tools/call', { ...egg, arguments: {} })],
    ['InitializeResult', () => post({ method: 'initialize', params: opening })],
    ['ListToolsResult', () => post({ method: 'tools/list' })],
    ['CallToolResult', () => post({ method: 'tools/call', params: egg })],
  ] as const)('%s', async (type, answer) => {
    const { body } = await answer();
    const message = JSON.parse(body.replace(/^event: message\ndata: /, ''));
    const response = await specTypeSchemas.JSONRPCResultResponse['~standard'].validate(message);
    expect(response.issues).toBeUndefined();
    expect((await specTypeSchemas[type]['~standard'].validate(message.result)).issues).toBe(
      undefined,
    );
  });

  test.each([
    ['tools/unknown', -32_601],
    ['resources/list', -32_601],
    ['tools/call', -32_602],
  ])('an error for %s', async (method, code) => {
    const message = JSON.parse((await ask(method)).body);
    const response = await specTypeSchemas.JSONRPCErrorResponse['~standard'].validate(message);
    expect(response.issues).toBeUndefined();
    expect(message).toMatchObject({ id: 1, error: { code } });
  });
});

test('there are no sessions: none is opened, and a session ID is ignored', async () => {
  const listed = await post({ method: 'tools/list' }, { 'mcp-session-id': 'made-up' });
  expect([listed.status, headerOf(listed, 'mcp-session-id')]).toEqual([200, undefined]);
  expect((await send(url, { method: 'DELETE', path: '/mcp' })).status).toBe(405);
});

test('pages from other origins are refused, unless the policy lets them in', async () => {
  expect((await ask('tools/list', {}, { origin: 'https://evil.example' })).status).toBe(403);
  const allowed = await ask('tools/list', {}, { origin: ORIGIN });
  expect([allowed.status, headerOf(allowed, 'access-control-allow-origin')]).toEqual([200, ORIGIN]);
  const { host } = new URL(url);
  expect((await ask('tools/list', {}, { host, origin: `http://${host}` })).status).toBe(200);
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' };
  const preflight = await send(url, { method: 'OPTIONS', path: '/mcp', headers });
  expect(headerOf(preflight, 'access-control-allow-methods')).toBe('GET, HEAD, POST');
  expect((await ask('tools/list', {}, { host: 'evil.example' })).status).toBe(421);
});

test('messages that cannot be answered are refused', async () => {
  const list = { method: 'POST', path: '/mcp', headers: { 'content-type': 'application/json' } };
  for (const [body, code] of [
    ['[]', -32_600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ['{', -32_700],
    ['['.repeat(501), -32_700],
  ] as const) {
    const refused = await send(url, { ...list, body });
    expect(refused.status).toBe(400);
    const error = { code, message: expect.any(String) };
    expect(JSON.parse(refused.body)).toEqual({ jsonrpc: '2.0', id: null, error });
  }
  const other = await ask('tools/call', { name: 'delete_foods', arguments: {} });
  expect(JSON.parse(other.body).error).toMatchObject({ code: -32_602 });
  expect((await ask('tools/list', {}, { 'mcp-method': 'tools/call' })).status).toBe(400);
});

async function connect(service: FoodLookup | string): Promise<Client> {
  const address = typeof service === 'string' ? service : await service.listen();
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address)));
  onTestFinished(() => client.close());
  // From now on, the client checks all results against these schemas.
  await client.listTools();
  return client;
}

describe('the official client', () => {
  const call = async (client: Client, name: string, given: Record<string, unknown>) => {
    const asked = { name, arguments: given };
    const { structuredContent, isError, content } = await client.callTool(asked);
    return { result: structuredContent, isError, content };
  };

  test('lists four tools, with schemas to check results', async () => {
    const { tools } = await (await connect(url)).listTools();
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema?.required])).toEqual([
      ['search_foods', ['foods', 'understood']],
      ['get_foods', ['foods', 'missing']],
      ['resolve_meal', ['lines', 'totals']],
      ['lookup_barcode', ['found']],
    ]);
  });

  test('searches the bundled foods, which have all twelve usual nutrients', async () => {
    const { result } = await call(await connect(url), 'search_foods', { query: 'chedar' });
    const [first] = Object(result).foods;
    expect(first.description).toMatch(/cheddar/i);
    expect(Object.keys(first.per_100_g)).toHaveLength(12);
  });

  test('learns what is wrong with its arguments', async () => {
    const { result, isError, content } = await call(await connect(url), 'search_foods', {});
    const text = '`query` is missing: name a food';
    expect([result, isError, content]).toEqual([undefined, true, [{ type: 'text', text }]]);
  });
});

test('each line of a meal counts as a request', async () => {
  const options = { logLevel: 'silent', interfaces: ['mcp'], rateLimit: 3 } as const;
  await using limited = await createFoodLookup(options);
  const params = { name: 'resolve_meal', arguments: { lines: ['egg', 'milk', 'bread'] } };
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const headers = { accept: 'application/json, text/event-stream' };
  const again = () => limited.inject({ method: 'POST', url: '/mcp', headers, payload });
  expect((await again()).statusCode).toBe(200);
  expect((await again()).statusCode).toBe(429);
});
