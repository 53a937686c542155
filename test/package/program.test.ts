import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const built = join(project, 'dist');
const program = join(project, 'bin', 'food-lookup.cjs');

/** Returns all files that a built module imports when it is loaded, transitively. */
function loadedBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
    /^import (?:.* from )?["'](\.[^"']+)["'];$/gm,
  )) {
    loadedBy(join(dirname(path), name), found);
  }
  return found;
}

describe('the bundled program', () => {
  test.each(['cli/main', 'service/serving-thread', 'catalog/scheduling/slow-lane-worker'])(
    '%s loads nothing but the bundle',
    (entry) => {
      const own = join(built, `${entry}.js`);
      const loaded = [...loadedBy(own)].filter((path) => path !== own);
      expect(new Set(loaded.map(dirname))).toEqual(new Set([join(built, 'program')]));
    },
  );

  // The thread is ended right after its message. V8 could crash if a module still awaited the
  // bundle then.
  test('the thread that loads is not bundled', () => {
    const thread = readFileSync(join(built, 'catalog', 'loading', 'load-thread.js'), 'utf8');
    expect(thread).toMatch(/ from 'node:worker_threads';$/m);
  });

  test('caches compiled code if it can, and runs if it cannot', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-cache-'));
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const cache = join(folder, 'cache');
    for (const NODE_COMPILE_CACHE of [cache, join(file, 'no-folder')]) {
      const env = { ...process.env, NODE_COMPILE_CACHE };
      const run = await promisify(execFile)(process.execPath, [program, '--version'], { env });
      expect(run).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
    }
    expect(readdirSync(cache)).toHaveLength(1);
  });
});
