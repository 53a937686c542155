// Converts units on import, kilojoules (kJ) to kcal, mg to g: which units are known, and their
// spellings.

/** Kilojoules in a kilocalorie, by definition of the thermochemical calorie. */
const KJ_PER_KCAL = 4.184;

/** How many of the unit are in one gram. */
const PER_GRAM: Readonly<Record<string, number>> = { kg: 1e-3, g: 1, mg: 1e3, µg: 1e6, ng: 1e9 };

/** Beyond these digits, a product shows the rounding of binary floating point. */
const PRODUCT_DIGITS = 12;

/** What an amount has to be multiplied by; 1 for the same unit, `undefined` where there is no way. */
export function unitFactor(from: string, to: string): number | undefined {
  if (from === to) return 1;
  if (from === 'kJ' && to === 'kcal') return 1 / KJ_PER_KCAL;
  const [a, b] = [PER_GRAM[from], PER_GRAM[to]];
  return a === undefined || b === undefined ? undefined : b / a;
}

/** The amount in the other unit, without the noise of the multiplication. */
export function convertAmount(amount: number, factor: number): number {
  return factor === 1 ? amount : Number((amount * factor).toPrecision(PRODUCT_DIGITS));
}

/** Units that are not converted. `cal` is one: labels mean kcal by it, and some tables do not. */
const OTHERS = '% IU oz lb ml cl dl l cal j mj mmol mol meq'.split(' ');
const COLUMN_UNITS = new Set([...Object.keys(PER_GRAM), 'kJ', 'kcal', ...OTHERS]);

/** Whether a text in the form of {@link normalUnit} is a unit that food tables have. */
export function isUnit(text: string): boolean {
  return COLUMN_UNITS.has(text);
}

/** Units as sources write them beside their usual symbols. */
const UNIT_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kJ: 'kj kilojoule kilojoules 千焦',
    kcal: 'kcal kc kcals kilocalorie kilocalories kilocalorías kilocalorias kilokalorien 千卡 大卡',
    IU: 'iu ie ui',
    g: 'g gr gm gram grams gramme grammes gramm gramos grammi 克',
    mg: 'mg milligram milligrams milligramm miligramos 毫克',
    µg: 'µg ug mcg microgram micrograms mikrogramm microgrammes 微克',
  }).flatMap(([unit, texts]) => texts.split(' ').map((text) => [text, unit])),
);

/** A unit as `data/nutrients.csv` writes it: sources write `KCAL`, `UG`, `MCG` or `μg`. */
export function normalUnit(text: string): string {
  const unit = text.trim().toLowerCase().replace('μ', 'µ');
  return UNIT_SPELLINGS.get(unit) ?? unit;
}
