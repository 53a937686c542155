import { describe, expect, it } from 'vitest';
import { matchOfficialNames } from './match-official-names.ts';
import { type Food, type OfficialFood, SHARED_NUTRIENTS } from './sources.ts';

/** Returns a food with these amounts of the first shared nutrients, and no other nutrients. */
function food(ndbNo: string, abbreviatedName: string, amounts: readonly number[]): Food {
  const values: (number | undefined)[] = [];
  for (const [i, [column]] of SHARED_NUTRIENTS.entries()) values[column] = amounts[i];
  return { ndbNo, abbreviatedName, values };
}

const official = (name: string, nutrients: readonly number[]): OfficialFood => ({
  name,
  nutrients,
});

const figures = SHARED_NUTRIENTS.map((_, i) => i + 1);
const differingIn = (count: number) => figures.map((n, i) => (i >= 2 && i < 2 + count ? n * 2 : n));

describe('matchOfficialNames', () => {
  it('gives the name of the food with the same nutrients and words', () => {
    const names = matchOfficialNames(
      [food('01123', 'EGG, WHL, RAW, FRSH', figures)],
      [official('Cheese, blue', figures), official('Egg,  whole, raw, fresh', figures)],
    );
    expect(names).toEqual(new Map([['01123', 'Egg, whole, raw, fresh']]));
  });

  it('tolerates up to three nutrients that changed between the releases', () => {
    const egg = [food('01123', 'EGG, WHL, RAW, FRSH', figures)];
    const named = (count: number) =>
      matchOfficialNames(egg, [official('Egg, whole, raw, fresh', differingIn(count))]).size;
    expect(named(3)).toBe(1);
    expect(named(4)).toBe(0);
  });

  it('gives no name if the words differ, even if the nutrients are the same', () => {
    const names = matchOfficialNames(
      [food('04053', 'OIL, OLIVE, SALAD OR COOKING', figures)],
      [official('Shortening, household, composite', figures)],
    );
    expect(names.size).toBe(0);
  });

  it('gives no name that lacks the brand', () => {
    const names = matchOfficialNames(
      [food('21214', 'SUBWAY, TUNA SUB ON WHITE BREAD WITH LETTUCE', figures)],
      [official('Fast foods, submarine sandwich, tuna on white bread with lettuce', figures)],
    );
    expect(names.size).toBe(0);
  });

  it('gives each name to one food only, the one it fits best', () => {
    const names = matchOfficialNames(
      [
        food('11771', 'CORN, SWT, YEL, CND, NO SALT, SOL AND LIQUIDS', figures),
        food('11176', 'CORN, SWT, YEL, CND, BRINE PK, REG PK, SOL AND LIQUIDS', figures),
      ],
      [
        official(
          'Corn, sweet, yellow, canned, brine pack, regular pack, solids and liquids',
          figures,
        ),
      ],
    );
    expect([...names.keys()]).toEqual(['11176']);
  });
});
