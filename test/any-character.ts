import fc from 'fast-check';

/**
 * Any Unicode character. Equivalent to fast-check's `binary` unit, which takes seconds to build.
 */
export const anyCharacter = fc
  .oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  )
  .map((code) => String.fromCodePoint(code));
