import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFoodLookup, type FoodLookup } from '../index.ts';

let service: FoodLookup;
let baseUrl: string;
beforeAll(async () => {
  service = await createFoodLookup({ port: 0, logLevel: 'silent' });
  baseUrl = await service.listen();
});
afterAll(() => service.close());

describe('food-lookup/client as built', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));

  test.each([
    [
      'src/client/checked-client.ts',
      /^Cheese, cheddar.* \d+ \d+\.\d\d\nMissing required parameter `q`\n$/,
    ],
    ['docs/page.md', /^Cheese, cheddar.* \d+\n$/],
    ['docs/api.md', /^\d+ Cheese.*\nmore from 5\n\[ '99999' \] Dairy and Egg Products 5\n$/],
  ])('runs the example of %s', async (path, output) => {
    const text = await readFile(`${root}${path}`, 'utf8');
    const example = /```ts\n([\s\S]*?)```/.exec(text.replaceAll(/^ \* ?/gm, ''))?.[1] ?? '';
    const code = example.replace('http://localhost:3001', baseUrl);
    const run = promisify(execFile);
    const { stdout } = await run('node', ['--input-type=module', '-e', code], { cwd: root });
    expect(stdout).toMatch(output);
  });

  test('is under 3,400 bytes, bundled and gzipped', async () => {
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        minify: true,
        lib: { entry: `${root}dist/client/index.js`, formats: ['es'], fileName: 'client' },
      },
    });
    const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
    const code = chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
    expect(code).toContain('FoodNetworkError');
    expect(gzipSync(code).length).toBeLessThan(3_400);
  });
});
