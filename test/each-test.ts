import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

// The seed of property tests, fixed in CI and else another each time; what no test leaves to the next.

// Properties look at other cases each time, but where a change is judged: there, the same change
// must get the same verdict twice.
if (process.env.CI !== undefined) fc.configureGlobal({ seed: 28 });

// The files of a worker share their modules: a test that fails halfway leaves no clock to others.
afterEach(() => void vi.useRealTimers());
