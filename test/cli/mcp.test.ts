import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_FOLDER, ended, PROGRAM, start } from './run.ts';

test('an assistant on this machine sends requests over standard input', async () => {
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [PROGRAM, 'mcp'], cwd: EMPTY_FOLDER, stderr: 'inherit' },
  });
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const given = { name: 'resolve_meal', arguments: { lines: ['2 eggs'] } };
  const { structuredContent } = await client.callTool(given);
  expect(structuredContent).toMatchObject({ totals: { kcal: 143, grams: 100 } });
  const found = await client.callTool({ name: 'get_foods', arguments: { ids: ['01123'] } });
  expect(found.structuredContent).toMatchObject({ license: 'CC0-1.0' });
});

test('requests that arrive before the input ends are answered', async () => {
  const child = start(['mcp'], { stdio: 'pipe' });
  const ending = ended(child);
  const clientInfo = { name: 'script', version: '1' };
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const meal = { name: 'resolve_meal', arguments: { lines: ['2 eggs', '1 cup milk', '1 apple'] } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: opening },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: meal },
  ];
  child.stdin?.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const { code, stdout } = await ending;
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(code).toBe(0);
});
