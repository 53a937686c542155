import fc from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

// Sets the seed of property tests, and cleans up after each test.

// With a fixed seed, the same code always gets the same result. `PROPERTY_TIMES` checks other
// cases.
if (process.env.PROPERTY_TIMES === undefined) fc.configureGlobal({ seed: 28 });

// Each thread of a service listens to both streams, and threads of earlier tests may still run.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

// The files of a worker share modules, so a test that fails halfway must not leave fake timers
// behind.
afterEach(() => void vi.useRealTimers());

// Vitest restores globals before the next test, which is too late for the modules that the next
// file imports.
afterAll(() => void vi.unstubAllGlobals());
