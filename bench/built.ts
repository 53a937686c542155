/** Where the built package is: a bench measures what its users run, not the sources. */
export const BUILT = new URL('../dist/', import.meta.url).href;
