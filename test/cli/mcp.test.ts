import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_FOLDER, PROGRAM } from './run.ts';

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
});
