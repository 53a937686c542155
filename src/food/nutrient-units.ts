// Converts units of nutrients, such as kilojoules (kJ) to kcal and mg to g. Defines the known units
// and their spellings.

/** Kilojoules per kilocalorie, by definition of the thermochemical calorie. */
export const KJ_PER_KCAL = 4.184;

/** How many of each unit are in a gram. Ounces are units of weight here, not of volume. */
const PER_GRAM: Readonly<Record<string, number>> = {
  kg: 1e-3,
  g: 1,
  mg: 1e3,
  µg: 1e6,
  ng: 1e9,
  oz: 1 / 28.349523125,
  lb: 1 / 453.59237,
};

/** How many significant digits of a product are kept. The others are floating-point noise. */
const PRODUCT_DIGITS = 12;

/** Returns the factor that converts amounts, or `undefined` if the units cannot be converted. */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  if (from === 'kJ' && to === 'kcal') return 1 / KJ_PER_KCAL;
  if (from === 'mj' && to === 'kcal') return 1000 / KJ_PER_KCAL;
  if (from === 'kcal' && to === 'kJ') return KJ_PER_KCAL;
  const [a, b] = [PER_GRAM[from], PER_GRAM[to]];
  return a === undefined || b === undefined ? undefined : b / a;
}

/** Converts an amount, without floating-point noise. */
export function convertAmount(amount: number, factor: number): number {
  return factor === 1 ? amount : Number((amount * factor).toPrecision(PRODUCT_DIGITS));
}

/**
 * Other known units. Only `mj` is converted, to kcal. `cal` is not: on labels it means kcal, but
 * not in all tables.
 */
const OTHERS = '% IU ml cl dl l cal j mj wh kwh mmol mol meq'.split(' ');
const COLUMN_UNITS = new Set([...Object.keys(PER_GRAM), 'kJ', 'kcal', ...OTHERS]);

/** Checks whether a string, as {@link normalUnit} returns it, is a unit found in food tables. */
export function isUnit(text: string): boolean {
  return COLUMN_UNITS.has(text);
}

/** How sources spell the units. */
const UNIT_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kJ: 'kj kilojoule kilojoules 千焦 кдж',
    kcal: 'kcal kc kcals kal kilocalorie kilocalories kilocalorías kilocalorias kilokalorien kilokalori 千卡 大卡 ккал',
    IU: 'iu ie ui',
    oz: 'oz ounce ounces',
    lb: 'lb lbs pound pounds',
    g: 'g gr gm gram grams gramme grammes gramm gramos gramas grammi 克 г غ غم غرام جرام',
    mg: 'mg milligram milligrams milligramm miligramos 毫克 мг ملغ ملغم',
    µg: 'µg ug mcg microgram micrograms mikrogramm microgrammes 微克 мкг',
  }).flatMap(([unit, texts]) => texts.split(' ').map((text) => [text, unit])),
);

/** Returns a unit as `data/nutrients.csv` writes it. Sources write `KCAL`, `UG`, `MCG` or `μg`. */
export function normalUnit(text: string): string {
  // The large calorie.
  if (text.trim() === 'Cal') return 'kcal';
  const unit = text.trim().toLowerCase().replace('μ', 'µ');
  return UNIT_SPELLINGS.get(unit) ?? unit;
}

/** An amount such as `<0.5` counts as 0 if its limit is at most this. Larger limits say little. */
const MAX_TRACES: Readonly<Record<string, number>> = { kcal: 20, g: 3, mg: 20, µg: 100 };

/** Checks whether an amount below a limit is close to 0: `<0.5 mg` is, `<322 mg` is not. */
export function isTrace(limit: number, unit: string): boolean {
  return limit <= (MAX_TRACES[unit] ?? limit);
}
