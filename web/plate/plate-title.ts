import type { NamedPlate } from '../kept/kept.ts';
import { t } from '../languages/language.ts';
import { dayText } from '../languages/number-text.ts';

/**
 * What a plate is called: by its name, else by its day. Of several that would be called the same, the
 * later ones have numbers.
 */
export function plateTitle(plate: NamedPlate, plates: readonly NamedPlate[]): string {
  const base = baseTitle(plate);
  // The newest stand first.
  const alike = plates.filter((other) => baseTitle(other) === base).reverse();
  const place = alike.findIndex(({ id }) => id === plate.id);
  return place > 0 ? `${base} (${place + 1})` : base;
}

function baseTitle({ name, day, isGuest }: NamedPlate): string {
  if (name !== '') return name;
  if (isGuest) return t().sharedPlate;
  return day === '' ? t().plate : dayText(day);
}
