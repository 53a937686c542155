import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { imported, sourceFile } from './import-cases.ts';
import { differences, HEADERS, type TrueFood, tableAs, type Variant } from './import-variants.ts';
import { runs } from './runs.ts';

// The same foods, written in all the ways that tables are written.

const AMOUNTS = [
  ...['kcal', 'protein_g', 'carbohydrate_g', 'lipid_total_g', 'fa_sat_g', 'fa_mono_g', 'fa_poly_g'],
  ...['fiber_td_g', 'sugar_g', 'sodium_mg', 'calcium_mg', 'iron_mg', 'vit_c_mg'],
];

/** The header and every 146th food, so that all groups are included. */
const [header, ...rows] = readFileSync(
  new URL('../data/usda-sr28.csv', import.meta.url),
  'utf8',
).split('\n');
const lines = [header, ...rows.filter((_, n) => n % 146 === 0)];
const FOODS = z
  .array(z.record(z.string(), z.string()))
  .parse(parse(lines.join('\n'), { columns: true }))
  .map(({ description = '', ndb_no: code = '', ...amounts }): TrueFood => {
    const known = AMOUNTS.map((name) => [name, amounts[name] ? Number(amounts[name]) : null]);
    return { description, code, amounts: Object.fromEntries(known) };
  });

const variants: fc.Arbitrary<Variant> = fc
  .record({
    workbook: fc.constantFrom(undefined, undefined, 'shared texts', 'inline texts'),
    language: fc.constantFrom(...HEADERS.keys()),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    decimal: fc.constantFrom('.', ','),
    thousands: fc.constantFrom('', '', '.', ',', ' ', '\u202f', "'", '’'),
    units: fc.constantFrom(
      ...([
        'parentheses',
        'per 100 g',
        'brackets',
        'underscore',
        'row',
        'columns',
        'none',
      ] as const),
    ),
    energy: fc.constantFrom(...(['kcal', 'kJ', 'kJ and kcal', 'kJ without unit'] as const)),
    encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'windows-1252', 'utf-16le', 'utf-16be'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    titles: fc.constantFrom(0, 0, 1, 3),
    footnotes: fc.constantFrom(0, 2),
    quotes: fc.constantFrom('all', 'needed'),
    trace: fc.constantFrom(
      '0',
      'tr',
      'Tr',
      '<0.1',
      '< 0,1',
      'traces',
      '(tr)',
      '(0)',
      'spår',
      '< LOQ',
    ),
    missing: fc.constantFrom('', 'N', 'nd', 'n.d.', '-', '–', 'N/A', '…', '*', '.', 'k.A.', '(-)'),
    estimated: fc.constantFrom<Variant['estimated']>(
      ...([
        ['', ''],
        ['(', ')'],
        ['[', ']'],
        ['', '*'],
        ['', '¹'],
        ['~', ''],
      ] as const),
    ),
    blankRows: fc.boolean(),
  })
  .filter(({ thousands, decimal }) => thousands !== decimal)
  .filter(({ energy, units }) => energy !== 'kJ and kcal' || units !== 'none')
  .map((variant): Variant => {
    if (variant.encoding !== 'windows-1252' || variant.workbook !== undefined) return variant;
    if (variant.language !== 'japanese')
      return { ...variant, ...(variant.thousands === '\u202f' && { thousands: ' ' }) };
    // Writes amounts as Japanese tables do.
    return {
      ...variant,
      encoding: 'shift_jis',
      thousands: '',
      ...(variant.trace === 'spår' && { trace: 'Tr' }),
      missing: '-',
      estimated: ['(', ')'],
    };
  });

test('importFoods reads a table in any format, or says what is missing', async () => {
  await fc.assert(
    fc.asyncProperty(variants, async (variant) => {
      const path = sourceFile(
        variant.workbook ? 'foods.xlsx' : 'foods.csv',
        tableAs(variant, FOODS),
      );
      const isUnnamed = variant.energy === 'kJ' && variant.units === 'none';
      if (variant.energy === 'kJ without unit' || isUnnamed) {
        await expect(imported(path)).rejects.toThrow('If it is in kJ, say so with --map "kcal=');
      } else {
        expect(differences(FOODS, (await imported(path)).rows)).toEqual([]);
      }
    }),
    { numRuns: runs(10) },
  );
});
