// Loads the reader of typed amounts and meals, which a first view without a search does not need.

let reader: typeof import('./typed-amount.ts') | undefined;

/** Returns the reader of typed amounts; `undefined` until it is loaded. */
export const amountReader = () => reader;

/**
 * Loads the reader of typed amounts; resolves to whether this call loaded it. Never rejects.
 */
export async function loadAmountReader(): Promise<boolean> {
  if (reader !== undefined) return false;
  reader = await import('./typed-amount.ts').catch(() => undefined);
  return reader !== undefined;
}
