import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

const document = readFileSync(new URL('../docs/embedding.md', import.meta.url), 'utf8');
const examples = [
  ...document.matchAll(/## (.*)\n[^#]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g),
].map(([, title = '', code = '', printed = '']) => ({ title, code, printed }));

describe('docs/embedding.md', () => {
  test('has an example for each way', () => {
    expect(examples).toHaveLength(document.split('```js').length - 1);
  });

  test.each(examples)(
    '$title: the example prints what it says',
    async ({ title, code, printed }) => {
      // In dist, where "food-lookup" is this package as it was built.
      const name = `example-${title.replace(/\W+/g, '-')}.mjs`;
      const path = fileURLToPath(new URL(`../dist/${name}`, import.meta.url));
      writeFileSync(path, code);
      onTestFinished(() => rmSync(path));
      const { stdout } = await promisify(execFile)(process.execPath, [path]);
      expect(stdout).toBe(printed);
    },
  );
});
