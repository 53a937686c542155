/** What stands for a number that is not known: never 0, which would be a claim. */
export const MISSING = '–';

const NO_DECIMALS = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const ONE_DECIMAL = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Kilocalories as whole ones. */
export function kcalText(kcal: number | null): string {
  return kcal === null ? MISSING : NO_DECIMALS.format(kcal);
}

/** Grams with one decimal. */
export function gramsText(grams: number | null): string {
  return grams === null ? MISSING : ONE_DECIMAL.format(grams);
}

/** `1 food`, `12 foods`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${NO_DECIMALS.format(count)} ${count === 1 ? one : many}`;
}
