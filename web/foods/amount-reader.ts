// Loads what reads typed amounts and meals, which the first view does not need.

let reader: typeof import('./typed-amount.ts') | undefined;

/** Returns what reads typed amounts; `undefined` until it is loaded. */
export const amountReader = () => reader;

/** Loads what reads typed amounts; resolves to `false` if it was there before. Never rejects. */
export async function loadAmountReader(): Promise<boolean> {
  if (reader !== undefined) return false;
  reader = await import('./typed-amount.ts').catch(() => undefined);
  return reader !== undefined;
}
