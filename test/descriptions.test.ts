import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { TOOLS } from '../src/interfaces/mcp/tools.ts';
import { run } from './cli/run.ts';

// The texts with which the program, the service and its tools describe themselves. After an
// intended change, this command rewrites the files in descriptions/: npx vitest run
// test/descriptions.test.ts test/http/openapi.test.ts -u

test('the help of each command', async () => {
  const commands: string[][] = [[]];
  let all = '';
  // The list grows during iteration.
  for (const command of commands) {
    const { stdout } = await run([...command, '--help']);
    all += `$ food-lookup ${[...command, '--help'].join(' ')}\n${stdout}\n`;
    const [, listed = ''] = stdout.split('Commands:\n');
    for (const [, name = ''] of listed.matchAll(/^ {2}([a-z]+)/gm))
      if (name !== 'help') commands.push([...command, name]);
  }
  await expect(all).toMatchFileSnapshot('descriptions/help.txt');
});

test('the tools for assistants', async () => {
  const tools = TOOLS.map(({ run, ...tool }) => tool);
  await expect(stringify(tools)).toMatchFileSnapshot('descriptions/tools.yml');
});
