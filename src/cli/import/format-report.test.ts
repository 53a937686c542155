import { expect, test } from 'vitest';
import type { ImportReport } from '../../import/import-report.ts';
import { dryRunText, findingLines, reportText } from './format-report.ts';

const REPORT: ImportReport = {
  ...{ format: 'CSV file', read: 12_345, kept: 12_340, key: 'id', nulls: {} },
  ...{ columns: [], skipped: [], findings: [] },
};

test.each<[Partial<ImportReport>, boolean, string[]]>([
  [
    {},
    true,
    ['12,340 of 12,345 foods imported into postgres://me@db/foods (CSV file)', 'key: id', ''],
  ],
  [
    { key: undefined, language: 'es' },
    false,
    [
      'nothing imported into postgres://me@db/foods: 12,340 of 12,345 foods could be imported (CSV file)',
      'no key: foods cannot be looked up',
      'the names seem to be in another language: serve them with --language es',
      '',
    ],
  ],
  [
    {
      key: undefined,
      findings: [{ rule: 'repeated-key', count: 1_000, examples: [] }],
      nulls: { kcal: 0, fat_g: 1, zinc_mg: 2_000 },
    },
    true,
    [
      '12,340 of 12,345 foods imported into postgres://me@db/foods (CSV file)',
      'no key, since a value repeats: foods cannot be looked up',
      'found:',
      expect.stringMatching(/^ {2}1,000 × [^,]+$/),
      'without a value:',
      '  fat_g 1, zinc_mg 2,000',
      '',
    ],
  ],
])('the report of %j, written: %j', (report, isWritten, lines) => {
  const text = reportText({ ...REPORT, ...report }, 'postgres://me:secret@db/foods', isWritten);
  expect(text.split('\n')).toEqual(lines);
});

test('a finding shows its first example if examples have line numbers, otherwise all', () => {
  const at = (place: number, text: string) => ({ place, text });
  expect(
    findingLines({
      ...REPORT,
      skipped: [{ rule: 'no-name', count: 2, examples: [at(7, 'a\tb'), at(8, 'c')] }],
      findings: [{ rule: 'trace', count: 1, examples: [at(0, 'x'), at(0, 'y')] }],
    }),
  ).toEqual([
    'skipped:',
    '  2 × has no name, first line 7: a b',
    'found:',
    '  1 × trace amount, or amount below a limit, read as 0, such as x; y',
  ]);
});

test('a dry run lists the columns and the first foods', () => {
  const columns = [
    { column: 'description', unit: undefined, from: [{ field: 'Food\n"name"', factor: 1 }] },
    {
      ...{ column: 'kcal', unit: 'kcal' },
      from: [
        { field: 'Energy', factor: 1 },
        { field: 'kJ', factor: 1 / 4.184 },
      ],
    },
    { column: 'fat_g', unit: 'g', from: [] },
  ];
  const food = { description: 'Egg\n', kcal: 143, protein_g: null };
  const fats = { fa_sat_g: 1, fa_mono_g: 2, fa_poly_g: 3 };
  expect(dryRunText({ ...REPORT, columns }, [food, fats]).split('\n')).toEqual([
    '12,340 of 12,345 foods would be kept (CSV file); nothing was written',
    'key: id',
    'columns:',
    '  description, text: from "Food\\n\\"name\\""',
    '  kcal, in kcal: from "Energy", else from "kJ", × 0.239006',
    '  fat_g: nothing, NULL for every food',
    'the first foods:',
    '  description Egg , kcal 143, fat_g 0.00',
    '  fa_sat_g 1, fa_mono_g 2, fa_poly_g 3, fat_g 6.00',
    '',
  ]);
});
