import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/count-reporter.ts';

export default defineConfig({
  test: {
    include: ['{src,test,data,web,bench,soak}/**/*.test.{ts,tsx}'],
    setupFiles: ['test/property-seed.ts'],
    reporters: ['default', new CountReporter()],
    // Many tests wait for a server or a browser, so a third worker fills two cores.
    maxWorkers: Math.max(3, availableParallelism()),
    // A real browser and real servers start in some tests; the cores may be busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
