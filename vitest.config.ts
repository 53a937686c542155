import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

export default defineConfig({
  test: {
    include: ['{src,test,data,web,bench,soak}/**/*.test.{ts,tsx}'],
    setupFiles: ['test/property-seed.ts'],
    reporters: ['default', new CountReporter()],
    // Modules are loaded once for each worker, not for each file: no test changes what others share.
    isolate: false,
    // Many tests wait for a server or a browser, so a third worker fills two cores.
    maxWorkers: Math.max(3, availableParallelism()),
    // For what never ends. What is merely slow, on a busy machine, must pass: tests wait for events.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
});
