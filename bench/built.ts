/**
 * Where the built package lies, which is what its users run. Imported from here rather than from
 * the sources, since `tsx` wraps every function to keep its name, closures made in a request too.
 */
export const BUILT = new URL('../dist/', import.meta.url).href;
