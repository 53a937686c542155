import { describe, expect, it } from 'vitest';
import { expandName } from './expand-name.ts';

describe('expandName', () => {
  it.each([
    ['writes abbreviations out', '01123', 'EGG,WHL,RAW,FRSH', 'Egg, whole, raw, fresh'],
    ['leaves words alone', '01009', 'CHEESE, CHEDDAR', 'Cheese, cheddar'],
    [
      'takes LN for lean meat, and an inch of fat for trimming, in the meat groups',
      '13463',
      'BEEF, SHRT LOIN, PRTRHS STK, LN AND FAT, 0" FAT, USDA SEL, CKD, BRLD',
      'Beef, short loin, porterhouse steak, separable lean and fat, trimmed to 0" fat, select, cooked, broiled',
    ],
    [
      'takes STK for a stick outside them',
      '36012',
      'RESTAURANT, FAMILY STYLE, FRIED MOZZARELLA STKS',
      'Restaurant, family style, fried mozzarella sticks',
    ],
    [
      'tells reduced from red',
      '06213',
      "CAMPBELL'S RED AND WHITE, SOUP, RED NA",
      "CAMPBELL'S Red and White, soup, reduced sodium",
    ],
    [
      'mends commas lost to double spaces',
      '07919',
      'SAUSAGE  TURKEY  BRKFST LINKS  MILD',
      'Sausage, turkey, breakfast links, mild',
    ],
    [
      'only narrows double spaces where the commas are there',
      '21012',
      'FAST FOODS, CROISSANT, WITH EGG, CHS,  AND BACON',
      'Fast foods, croissant, with egg, cheese, and bacon',
    ],
    ['writes brands as USDA does', '21357', "MCDONALD'S, EGG MCMUFFIN", "McDONALD'S, egg McMUFFIN"],
    [
      'mends brands cut short',
      '14286',
      'BEVERAGES, MOTTS, APPL JUC LT, FORT WITH VIT C',
      "Beverages, MOTT'S, apple juice light, fortified with vitamin C",
    ],
    ['keeps capitals of proper nouns', '01251', 'CHEESE, MEXICAN BLEND', 'Cheese, Mexican blend'],
    [
      'mistakes no word for an abbreviation',
      '36625',
      'RESTAURANT, CHINESE, VEG LO MEIN, WITHOUT MEAT',
      'Restaurant, Chinese, vegetable lo mein, without meat',
    ],
    ['gives mixed case the same treatment', '18029', 'Bread, french', 'Bread, french'],
  ])('%s', (_what, ndbNo, abbreviated, name) => {
    expect(expandName(abbreviated, ndbNo)).toBe(name);
  });
});
