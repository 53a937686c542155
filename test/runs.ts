// How many cases property tests look at. `npm run soak -- properties` runs the same tests with many
// times as many cases.

const times = Number(process.env.PROPERTY_TIMES ?? 1);

/** How many cases a property looks at: so many in the suite. */
export const runs = (few: number): number => few * times;

/** Of a long list, one in so many in the suite, and all in the soak. */
export const oneIn = <T>(many: number, all: readonly T[]): T[] =>
  all.filter((_, place) => times > 1 || place % many === 0);
