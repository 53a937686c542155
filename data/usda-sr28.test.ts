import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ABBREVIATIONS } from './make/abbreviations.ts';

const HEADER = 'ndb_no,carbohydrate_g,protein_g,fa_sat_g,fa_mono_g,fa_poly_g,kcal,description';

const text = readFileSync(new URL('usda-sr28.csv', import.meta.url), 'utf8');
const [, ...rows] = z.array(z.array(z.string())).parse(parse(text));
const columns = HEADER.split(',');
const column = (name: string) => rows.map((row) => row[columns.indexOf(name)] ?? '');
const names = column('description');

/** Words of names that are spelled like an abbreviation and are none there. */
const NO_ABBREVIATIONS = [
  /\bon\b/gi, // a tuna sub on white bread
  /\bpart[ -]skim\b/g,
  /\bsub\b/g,
  /\bapprox\. 65%/g, // the four from here on stand so in official names
  /\bsp\. seeds\b/g,
  /\bhi-fat\b/g,
  /\blow carb\b/g,
  /\bHI-C\b|\bKRAFT MAYO\b|\bCHIC-KETTS\b|\bCHICK-FIL-A\b|\bChick-n-Strips\b/g, // brands
  /\blo mein\b|\bchow mein\b/g,
];

describe('data/usda-sr28.csv', () => {
  it('has the header, and 8,790 rows that end in a line feed', () => {
    expect(text.slice(0, text.indexOf('\n'))).toBe(HEADER);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toContain('\r');
    expect(rows).toHaveLength(8790);
  });

  it('has NDB numbers of five digits, each once, in order', () => {
    const ndbNos = column('ndb_no');
    expect(ndbNos.filter((ndbNo) => !/^\d{5}$/.test(ndbNo))).toEqual([]);
    expect(ndbNos).toEqual([...new Set(ndbNos)].sort());
  });

  it('has plain decimal numbers, and empty fields only where USDA has no figure', () => {
    for (const name of columns.slice(1, -1)) {
      const odd = column(name).filter((value) => !/^(\d+(\.\d+)?)?$/.test(value));
      expect([name, odd]).toEqual([name, []]);
    }
    const missing = columns.map((name) => column(name).filter((value) => value === '').length);
    expect(missing).toEqual([0, 0, 0, 349, 666, 665, 0, 0]);
  });

  it.each([
    '01009,3.09,22.87,18.867,9.246,1.421,404,"Cheese, cheddar"',
    '01123,0.72,12.56,3.126,3.658,1.911,143,"Egg, whole, raw, fresh"',
    '02030,63.95,10.39,1.392,0.739,0.998,251,"Spices, pepper, black"',
    '04053,0,0,13.808,72.961,10.523,884,"Oil, olive, salad or cooking"',
    '05062,0,22.5,0.563,0.689,0.424,120,"Chicken, broiler or fryers, breast, skinless, boneless, meat only, raw"',
    '09003,13.81,0.26,0.028,0.007,0.051,52,"Apples, raw, with skin"',
    '12061,21.55,21.15,3.802,31.551,12.329,579,"Nuts, almonds"',
    '15076,0,19.84,0.981,2.103,2.539,142,"Fish, salmon, Atlantic, wild, raw"',
    '20445,28.17,2.69,0.077,0.088,0.076,130,"Rice, white, long-grain, regular, unenriched, cooked without salt"',
    `21237,20.08,11.82,3.803,3.474,0.306,257,"McDONALD'S, BIG MAC"`,
    '23572,0,17.17,7.581,8.848,0.521,254,"Beef, ground, 80% lean meat / 20% fat, raw"',
    '25004,47.24,24.29,4.728,,,396,"Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON chewy chocolate peanut bar"',
    '35024,4.8,3.8,0.01,,0.02,41,"Stew/soup, caribou (Alaska Native)"',
    '44055,63.7,11.3,0.555,0.405,1.035,319,"Celery flakes, dried"',
  ])('holds what USDA measured: %s', (row) => {
    expect(`\n${text}`).toContain(`\n${row}\n`);
  });

  it('names every food, each otherwise', () => {
    expect(names.filter((name) => name === '')).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no name all in capitals', () => {
    expect(names.filter((name) => !/[a-z]/.test(name))).toEqual([]);
  });

  it('starts every name with a capital or a digit', () => {
    expect(names.filter((name) => !/^[A-Z\d]|^McK/.test(name))).toEqual([]);
  });

  it('has no doubled, leading or trailing space, and none before a comma', () => {
    expect(names.filter((name) => /\s{2}|^\s|\s$|\s,/.test(name))).toEqual([]);
  });

  it('leaves no abbreviation of the list', () => {
    const left = names.filter((name) => {
      const words = NO_ABBREVIATIONS.reduce((rest, pattern) => rest.replace(pattern, ''), name);
      return (words.match(/[A-Za-z0-9]+(?:'[A-Za-z]+)?/g) ?? []).some((word) =>
        Object.hasOwn(ABBREVIATIONS, word.toUpperCase()),
      );
    });
    expect(left).toEqual([]);
  });
});
