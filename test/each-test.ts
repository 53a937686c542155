import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

// The seed of property tests, and what no test leaves to the next.

// The same code gets the same verdict each time. `PROPERTY_TIMES` checks other cases.
if (process.env.PROPERTY_TIMES === undefined) fc.configureGlobal({ seed: 28 });

// The files of a worker share their modules: a test that fails halfway leaves no clock to others.
afterEach(() => void vi.useRealTimers());
