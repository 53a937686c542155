import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = await readFile(join(root, 'docs/embedding.md'), 'utf8');

/** Bundles the worker example as its author would, and returns its gzipped size in bytes. */
async function weigh(): Promise<number> {
  const [, example = ''] = /^### Deno, Bun, workers$.*?^```js\n(.*?)^```$/ms.exec(guide) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'food-lookup-weight-'));
  const input = join(folder, 'worker.js');
  await writeFile(input, example);
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: [
        { find: 'food-lookup/cors/fetch', replacement: join(root, 'dist/cors/fetch.js') },
        { find: 'food-lookup/cors', replacement: join(root, 'dist/cors/index.js') },
      ],
    },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input, external: /^node:/, preserveEntrySignatures: 'strict' },
    },
  });
  await rm(folder, { recursive: true });
  const chunks = 'output' in built ? built.output : [];
  const code = chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
  expect(code).toContain('Access-Control-Allow-Origin');
  return gzipSync(code, { level: 9 }).length;
}

test('a worker with the CORS engine is no larger than the guide says', async () => {
  const [, kilobytes] = /adds (\d+) kB, gzipped, to a worker/.exec(guide) ?? [];
  const bytes = await weigh();
  expect(bytes).toBeLessThanOrEqual(Number(kilobytes) * 1_000);
  // The guide must not overstate the size by much, either.
  expect(bytes).toBeGreaterThan(Number(kilobytes) * 500);
});
