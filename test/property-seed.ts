import fc from 'fast-check';

// The seed of property tests: fixed in CI, else another each time.

// Properties look at other cases each time, but where a change is judged: there, the same change
// must get the same verdict twice.
if (process.env.CI !== undefined) fc.configureGlobal({ seed: 28 });
