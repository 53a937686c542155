// How many cases property tests check: `PROPERTY_TIMES=20` multiplies them.

const times = Number(process.env.PROPERTY_TIMES ?? 1);

/** How many cases a property checks: so many in the suite. */
export const runs = (few: number): number => few * times;

/** One item in so many of a long list in the suite, and all of them with `PROPERTY_TIMES`. */
export const oneIn = <T>(many: number, all: readonly T[]): T[] =>
  all.filter((_, place) => times > 1 || place % many === 0);
