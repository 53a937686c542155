import { describe, expect, it } from 'vitest';
import { expandName } from './expand-name.ts';

describe('expandName', () => {
  it.each([
    ['expands abbreviations', '01123', 'EGG,WHL,RAW,FRSH', 'Egg, whole, raw, fresh'],
    ['leaves words alone', '01009', 'CHEESE, CHEDDAR', 'Cheese, cheddar'],
    [
      'reads LN as lean meat, and an inch of fat as trimming, in the meat groups',
      '13463',
      'BEEF, SHRT LOIN, PRTRHS STK, LN AND FAT, 0" FAT, USDA SEL, CKD, BRLD',
      'Beef, short loin, porterhouse steak, separable lean and fat, trimmed to 0" fat, select, cooked, broiled',
    ],
    [
      'reads STK as stick in other groups',
      '36012',
      'RESTAURANT, FAMILY STYLE, FRIED MOZZARELLA STKS',
      'Restaurant, family style, fried mozzarella sticks',
    ],
    [
      'distinguishes "reduced" from "red"',
      '06213',
      "CAMPBELL'S RED AND WHITE, SOUP, RED NA",
      "CAMPBELL'S Red and White, soup, reduced sodium",
    ],
    [
      'restores commas that became double spaces',
      '07919',
      'SAUSAGE  TURKEY  BRKFST LINKS  MILD',
      'Sausage, turkey, breakfast links, mild',
    ],
    [
      'only collapses double spaces if there are commas',
      '21012',
      'FAST FOODS, CROISSANT, WITH EGG, CHS,  AND BACON',
      'Fast foods, croissant, with egg, cheese, and bacon',
    ],
    ['writes brands as USDA does', '21357', "MCDONALD'S, EGG MCMUFFIN", "McDONALD'S, egg McMUFFIN"],
    [
      'restores truncated brands',
      '14286',
      'BEVERAGES, MOTTS, APPL JUC LT, FORT WITH VIT C',
      "Beverages, MOTT'S, apple juice light, fortified with vitamin C",
    ],
    ['keeps capitals of proper nouns', '01251', 'CHEESE, MEXICAN BLEND', 'Cheese, Mexican blend'],
    [
      'does not mistake words for abbreviations',
      '36625',
      'RESTAURANT, CHINESE, VEG LO MEIN, WITHOUT MEAT',
      'Restaurant, Chinese, vegetable lo mein, without meat',
    ],
    ['treats mixed case the same way', '18029', 'Bread, french', 'Bread, french'],
  ])('%s', (_what, ndbNo, abbreviated, name) => {
    expect(expandName(abbreviated, ndbNo)).toBe(name);
  });
});
