import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

// Sets the seed of property tests, and cleans up after each test.

// The same code gets the same verdict each time. `PROPERTY_TIMES` checks other cases.
if (process.env.PROPERTY_TIMES === undefined) fc.configureGlobal({ seed: 28 });

// The files of a worker share modules: a test that fails halfway must not leave fake timers to
// others.
afterEach(() => void vi.useRealTimers());
