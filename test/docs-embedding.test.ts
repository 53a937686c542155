import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Follower, ROOT } from './documents.ts';

const guide = readFileSync(new URL('../docs/embedding.md', import.meta.url), 'utf8');
// docs-cors-adapters.test.ts covers the rest.
const document = guide.slice(0, guide.indexOf('## The CORS policy alone'));
const examples = [
  ...document.matchAll(/## (.*)\n[^#]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g),
].map(([, title = '', code = '', printed = '']) => ({ title, code, printed }));

/** Marks the end of an example's output. */
const END = '--- end ---';

describe('docs/embedding.md', () => {
  test('has an example for each way to embed the service', () => {
    expect(examples).toHaveLength(document.split('```js').length - 1);
  });

  test('the examples print the documented output, and exit', async () => {
    // A folder where this package, as it was built, and the examples' packages are installed.
    const follower = new Follower();
    for (const name of ['express', 'fastify']) {
      const link = join(follower.folder, 'node_modules', name);
      symlinkSync(join(ROOT, 'node_modules', name), link, 'junction');
    }
    // One process loads the packages once.
    const lines = examples.map(({ code }, place) => {
      follower.write(`example-${place}.mjs`, code);
      return `await import('./example-${place}.mjs');\nconsole.log('${END}');\n`;
    });
    follower.write('all.mjs', lines.join(''));
    const all = join(follower.folder, 'all.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [all]);
    const printed = stdout.split(`${END}\n`).slice(0, -1);
    expect(examples.map(({ title }, place) => [title, printed[place]])).toEqual(
      examples.map((example) => [example.title, example.printed]),
    );
  });
});
