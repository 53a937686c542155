import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

const PAGE = ['web/**/*.test.{ts,tsx}'];

/** Tests that measure their own process, its objects or the calls of its functions. */
const ALONE = [
  'soak/cost/costly-request.test.ts',
  'src/serving/{create-food-lookup,serving-threads}.test.ts',
  'test/http/server.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', new CountReporter()],
    maxWorkers: availableParallelism(),
    // Tests create much garbage: with more room, it is collected less often.
    execArgv: ['--min-semi-space-size=16', '--initial-old-space-size=500'],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{src,test,data,bench,soak}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // Modules are loaded once for each worker, not for each file: no test changes what others share.
          isolate: false,
          // Node.js runs these files as it runs the service, which is faster than running Vite's
          // output. Nothing is mocked, so no loader is needed either.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Vite translates the JSX.
      { extends: true, test: { name: 'page', include: PAGE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    env: {
      // Commands print no colors to tests, in CI either.
      NO_COLOR: '1',
      // For the threads and processes that tests start from the sources.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('.compile-cache', import.meta.url)),
    },
    globalSetup: ['test/temporary-folder.ts'],
    setupFiles: ['test/each-test.ts'],
    // Restores everything that a test has replaced, whether it passed or failed.
    restoreMocks: true,
    unstubGlobals: true,
    // For a test that never ends. One that is merely slow, on a busy machine, must pass: tests wait
    // for events.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
