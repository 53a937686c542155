import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { elementAt } from '../src/search/flat-arrays.ts';

const guide = readFileSync(new URL('../docs/embedding.md', import.meta.url), 'utf8');
// docs-cors-adapters.test.ts covers the rest.
const document = guide.slice(0, guide.indexOf('## The CORS policy alone'));
const examples = [
  ...document.matchAll(/## (.*)\n[^#]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g),
].map(([, title = '', code = '', printed = '']) => ({ title, code, printed }));

/** Marks the end of an example's output. */
const END = '--- end ---';

describe('docs/embedding.md', () => {
  test('has an example for each way', () => {
    expect(examples).toHaveLength(document.split('```js').length - 1);
  });

  test('the examples print the documented output, and exit', async () => {
    // The examples run in dist, where "food-lookup" is this package as it was built. One process
    // loads it once.
    const names = examples.map((_, place) => `example-${place}.mjs`);
    const lines = names.map((name) => `await import('./${name}');\nconsole.log('${END}');\n`);
    const programs = [...examples.map(({ code }) => code), lines.join('')];
    const paths = [...names, 'examples.mjs'].map((name) =>
      fileURLToPath(new URL(`../dist/${name}`, import.meta.url)),
    );
    onTestFinished(() => {
      for (const path of paths) rmSync(path, { force: true });
    });
    for (const [place, path] of paths.entries()) writeFileSync(path, elementAt(programs, place));
    const { stdout } = await promisify(execFile)(process.execPath, paths.slice(-1));
    const printed = stdout.split(`${END}\n`).slice(0, -1);
    expect(examples.map(({ title }, place) => [title, printed[place]])).toEqual(
      examples.map((example) => [example.title, example.printed]),
    );
  });
});
