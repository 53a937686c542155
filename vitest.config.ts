import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

const folder = import.meta.dirname;
// Vite would decode the % as part of an encoded character.
if (folder.includes('%'))
  throw new Error(`Cannot test in "${folder}": the path has a %. Move the folder.`);

const PAGE = ['web/**/*.test.{ts,tsx}'];

/** Tests that measure their own process: its objects or function calls. */
const ALONE = [
  'soak/cost/costly-request.test.ts',
  'src/service/{create-food-lookup,serving-threads}.test.ts',
  'test/http/server.test.ts',
];

export default defineConfig({
  // Otherwise, Vite may find one in a parent folder.
  tsconfig: 'tsconfig.json',
  test: {
    reporters: ['default', new CountReporter()],
    maxWorkers: availableParallelism(),
    // Tests create much garbage: a larger heap is collected less often.
    execArgv: ['--min-semi-space-size=16', '--initial-old-space-size=500'],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{src,test,data,bench,soak}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // Modules are loaded once per worker, not per file, since no test changes anything that
          // others share.
          isolate: false,
          // Node.js runs these files directly, like the service: Vite's output is slower. No module is
          // mocked, so no loader is needed.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Vite compiles the JSX.
      {
        extends: true,
        tsconfig: 'web/tsconfig.json',
        test: { name: 'page', include: PAGE, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    env: {
      // Commands print no colors in tests, not even in CI.
      NO_COLOR: '1',
      // For the threads and processes that tests start from source.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('.compile-cache', import.meta.url)),
    },
    globalSetup: ['test/temporary-folder.ts'],
    setupFiles: ['test/each-test.ts'],
    // Restores whatever a test replaced, even if the test failed.
    restoreMocks: true,
    unstubGlobals: true,
    // Only a test that never ends should time out, not one that is slow because the machine is
    // busy. Tests wait for events.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
