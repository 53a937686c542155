// Loads the reader of typed amounts and meals, which the first view does not need.

let reader: typeof import('./typed-amount.ts') | undefined;

/** Returns the reader of typed amounts; `undefined` until it is loaded. */
export const amountReader = () => reader;

/**
 * Loads the reader of typed amounts; resolves to `false` if it was already loaded. Never rejects.
 */
export async function loadAmountReader(): Promise<boolean> {
  if (reader !== undefined) return false;
  reader = await import('./typed-amount.ts').catch(() => undefined);
  return reader !== undefined;
}
