import { crc32 } from 'node:zlib';

// How many cases property tests check; `PROPERTY_TIMES=20` multiplies the numbers.

const times = Number(process.env.PROPERTY_TIMES ?? 1);

/** The number of cases that a property checks: `few` in the suite. */
export const runs = (few: number): number => few * times;

/**
 * Returns every `many`th item of a long list in the suite, and all of them with `PROPERTY_TIMES`.
 */
export const oneIn = <T>(many: number, all: readonly T[]): T[] =>
  all.filter((_, place) => times > 1 || place % many === 0);

/**
 * Returns about one in `many` names in the suite, and all of them with `PROPERTY_TIMES`. Adding a
 * name to the list does not change which others are returned.
 */
export const sampleOf = (many: number, names: readonly string[]): string[] =>
  names.filter((name) => times > 1 || crc32(name) % many === 0);
