import { expect, test } from 'vitest';
import { RequestError } from '../../errors/user-error.ts';
import { answerMessage, type CallableTool } from './server.ts';

const faults: unknown[] = [];
const fault = new Error('A secret');

const tool = (name: string, call: CallableTool['call']): CallableTool => ({
  ...{ name, title: name, inputSchema: { type: 'object' }, call },
});
const tools = [
  tool('echo', async (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] })),
  tool('refuse', () => Promise.reject(new RequestError('Use another food'))),
  tool('fail', () => Promise.reject(fault)),
];

async function ask(method: string, params: object) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const parts = { version: '1.2.3', tools, onFault: (one: unknown) => faults.push(one) };
  const { status, body } = await answerMessage(headers, message, parts);
  return { status, ...JSON.parse(body.replace(/^event: message\ndata: /, '')) };
}

test('a server lists its tools, and calls them', async () => {
  const { result } = await ask('tools/list', {});
  expect(result.tools).toEqual(tools.map(({ call: _call, ...listed }) => listed));
  const text = (one: string) => [{ type: 'text', text: one }];
  const call = async (name: string, given?: object) =>
    (await ask('tools/call', { name, arguments: given })).result;
  expect(await call('echo', { a: 1 })).toEqual({ content: text('{"a":1}') });
  expect(await call('echo')).toEqual({ content: text('{}') });
  expect(await call('refuse')).toEqual({ content: text('Use another food'), isError: true });
  expect(faults).toEqual([]);
  expect(await call('fail')).toEqual({ content: text('Internal server error'), isError: true });
  expect(faults).toEqual([fault]);
  const { error } = await ask('tools/call', { name: 'none' });
  expect(error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('There is no tool "none"'),
  });
});

test('a server introduces itself', async () => {
  const clientInfo = { name: 'x', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { result } = await ask('initialize', params);
  expect(result.serverInfo).toEqual({
    name: 'food-lookup',
    title: 'Food Lookup',
    version: '1.2.3',
  });
});
