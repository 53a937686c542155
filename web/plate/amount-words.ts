import { amountText } from '../languages/number-text.ts';
import { type Amount, gramsOf } from './plate.ts';

// How amounts are written: `100 g`, `3 oz`, `1 cup, 244 g`.

/** An amount in words: `100 g`, `3 oz`, `1 cup, 244 g`. */
export function amountWords(amount: Amount): string {
  const { count, unit } = amount;
  const words = `${amountText(count)} ${unit.name}`;
  return unit.name === 'g' ? words : `${words}, ${amountText(Math.round(gramsOf(amount)))} g`;
}
