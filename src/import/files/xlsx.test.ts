import { describe, expect, test } from 'vitest';
import { imported, sourceFile, zipOf } from '../../../test/import-cases.ts';

const EGG = { description: 'Egg', kcal: 143, protein_g: 12.6 };

const cell = (reference: string, value: string | number) =>
  typeof value === 'number'
    ? `<c r="${reference}"><v>${value}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** Creates a workbook with these sheets. */
function workbook(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
): string {
  const names = Object.keys(sheets);
  const rows = (sheet: readonly (readonly (string | number)[])[]) =>
    sheet.map((row, i) => {
      const cells = row.map((value, j) =>
        value === '' ? '' : cell(`${'ABCDEFG'[j]}${i + 1}`, value),
      );
      return `<row r="${i + 1}">${cells.join('')}</row>`;
    });
  return sourceFile(
    'foods.xlsx',
    zipOf({
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, i) => `<sheet name="${name}" state="visible" r:id="rId${i}"/>`).join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i}" Target="worksheets/sheet${i}.xml"/>`).join('')}</Relationships>`,
      ...Object.fromEntries(
        Object.values(sheets).map((sheet, i) => [
          `xl/worksheets/sheet${i}.xml`,
          `<worksheet><sheetData>${rows(sheet).join('')}</sheetData></worksheet>`,
        ]),
      ),
    }),
  );
}

describe('importFoods reads a workbook', () => {
  const FOODS = [
    ['Foods 2020', '', ''],
    ['Food &amp; name', 'Energy (kcal)', 'Protein'],
    ['Egg', 143, 12.600000000000001],
    ['Salt', '', '0,5'],
  ];

  test('a workbook of one sheet, with empty cells', async () => {
    const { rows, report } = await imported(workbook({ foods: FOODS }), {
      map: new Map([['description', 'Food & name']]),
    });
    expect(report.format).toBe('Excel workbook');
    expect(rows).toMatchObject([EGG, { description: 'Salt', kcal: null, protein_g: 0.5 }]);
  });

  test('a sheet among several, by name or number', async () => {
    const path = workbook({
      about: [['About']],
      foods: [
        ['name', 'kcal'],
        ['Egg', 143],
      ],
    });
    await expect(imported(path)).rejects.toThrow(
      'several sheets: "about", "foods". Choose one with --sheet, such as the largest, "foods".',
    );
    await expect(imported(path, { sheet: 'food' })).rejects.toThrow(
      'no sheet "food", but "about", "foods".',
    );
    for (const sheet of ['foods', '2']) {
      expect((await imported(path, { sheet })).rows).toMatchObject([{ kcal: 143 }]);
    }
  });

  test('a workbook with shared strings, formulas and errors', async () => {
    const path = sourceFile(
      'foods.xlsx',
      zipOf({
        'xl/workbook.xml':
          '<x:workbook xmlns:x="x" xmlns:r="r"><x:sheets><x:sheet name="a" r:id="r1"/><x:sheet name="b" r:id="r2" state="hidden"/></x:sheets></x:workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
        'xl/sharedStrings.xml':
          '<sst><si><t>name</t></si><si><r><t>E</t></r><r><t>gg</t></r><rPh><t>x</t></rPh></si><si><t>kcal</t></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><t>protein</t></is></c><c r="BB1" t="str"><v>zinc</v></c></row>' +
          '<row><c t="s"><v>1</v></c><c><f>A1+B1</f><v>143</v></c><c t="e"><v>#DIV/0!</v></c><c t="b"><v>1</v></c><c r="BB2"><v>7</v></c></row></sheetData></worksheet>',
      }),
    );
    expect((await imported(path)).rows).toMatchObject([{ ...EGG, protein_g: null, zinc_mg: 7 }]);
  });

  test('a workbook with superscript footnotes', async () => {
    const noted = (value: string, raised = '2') =>
      `<r><t>${value}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>${raised}</t></r>`;
    const path = sourceFile(
      'foods.xlsx',
      zipOf({
        'xl/workbook.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/sharedStrings.xml': `<sst><si><t>name</t></si><si>${noted('kcal')}</si><si>${noted('Egg')}</si><si>${noted('143')}</si><si><t>12.6</t></si><si>${noted('Vitamin B', '12')}</si></sst>`,
        'xl/worksheets/sheet1.xml':
          '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>protein</t></is></c></row>' +
          `<row><c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>4</v></c></row><row><c t="inlineStr"><is>${noted('Salt')}</is></c><c><v>0</v></c><c t="inlineStr"><is>${noted('0.5')}<r><t>0</t></r></is></c></row>` +
          `<row><c t="s"><v>5</v></c><c><v>1</v></c></row><row><c t="inlineStr"><is>${noted('Soy with B', '12')}</is></c><c><v>2</v></c></row></sheetData></worksheet>`,
      }),
    );
    expect((await imported(path)).rows).toMatchObject([
      EGG,
      { description: 'Salt', kcal: 0, protein_g: 0.5 },
      { description: 'Vitamin B12', kcal: 1 },
      { description: 'Soy with B12', kcal: 2 },
    ]);
  });

  const withRelations = (xml: string) => ({
    'xl/workbook.xml': xml,
    'xl/_rels/workbook.xml.rels': '<R/>',
  });
  const text = `<si><t>${'x'.repeat(2 ** 20)}</t></si>`;
  test.each([
    ['an open element', withRelations('<R>'), 'it is not XML'],
    ['an entity', withRelations('<!DOCTYPE R [<!ENTITY a "b">]><R>&a;</R>'), 'it is not XML'],
    ['no relations', { 'xl/workbook.xml': '<R/>' }, 'the workbook is damaged. Save it again.'],
    [
      'over 32 MiB of text',
      { ...withRelations('<R/>'), 'xl/sharedStrings.xml': `<R>${text.repeat(32)}</R>` },
      'it has too much text. Save the sheet as CSV.',
    ],
    [
      'too many styles',
      { ...withRelations('<R/>'), 'xl/styles.xml': `<R>${'<xf/>'.repeat(2 ** 17 + 1)}</R>` },
      'it has too much text. Save the sheet as CSV.',
    ],
  ])('refuses a workbook with %s', async (_, parts, reason) => {
    await expect(imported(sourceFile('x.xlsx', zipOf(parts)))).rejects.toThrow(reason);
  });
});

test('importFoods reads numbers formatted as percentages or dates as such', async () => {
  const formats =
    '<numFmt numFmtId="164" formatCode="[Red]0.0%"/><numFmt numFmtId="165" formatCode="d&quot;.&quot;mmm"/>';
  const styles = [0, 9, 164, 14, 165, 2].map((id) => `<xf numFmtId="${id}"/>`).join('');
  const row = (name: string, values: readonly number[]) =>
    `<row><c t="str"><v>${name}</v></c>${values.map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
  const header = ['name', 'kcal', 'protein', 'carbs', 'fat', 'fiber', 'sugar'];
  const names = header.map((name) => `<c t="str"><v>${name}</v></c>`).join('');
  const path = sourceFile(
    'foods.xlsx',
    zipOf({
      'workbook.xml': '<w><sheet name="Foods" r:id="a"/></w>',
      'workbook.xml.rels': '<r><Relationship Id="a" Target="sheet1.xml"/></r>',
      'styles.xml': `<s><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></s>`,
      'sheet1.xml': `<worksheet><sheetData><row>${names}</row>${row('Egg', [143, 0.126, 0.007, 45_323, 45_323, 0.7])}</sheetData></worksheet>`,
    }),
  );
  const { rows, report } = await imported(path);
  const missing = { protein_g: null, carbohydrate_g: null, lipid_total_g: null, fiber_td_g: null };
  expect(rows).toMatchObject([{ kcal: 143, sugar_g: 0.7, ...missing }]);
  const [unreadable] = report.findings.filter(({ rule }) => rule === 'unreadable');
  const texts = unreadable?.examples.map(({ text }) => text);
  expect(texts).toContain('protein_g "12.6%"');
  expect(texts).toContain('lipid_total_g "Thu Feb 01 2024"');
});

test('importFoods reads cells and rows without references, and ignores booleans', async () => {
  const rows = [
    ['<c t="str"><v>name</v></c>', cell('AB1', 'kcal'), '<c t="str"><v>protein</v></c>'],
    ['<c t="str"><v>Egg</v></c>', cell('AB2', 143), '<c><v>12.6</v></c>'],
    [cell('A3', 'Ham'), '<c t="b"><v>1</v></c>', cell('AB3', 5.6e-17), cell('AC3', 1e-12)],
  ];
  const path = sheetFile(rows.map((cells) => `<row>${cells.join('')}</row>`).join(''));
  expect((await imported(path)).rows).toMatchObject([
    EGG,
    { description: 'Ham', kcal: 0, protein_g: 1e-12 },
  ]);
});

/** Creates a workbook of one sheet from the XML of its rows. */
function sheetFile(rows: string): string {
  return sourceFile(
    'foods.xlsx',
    zipOf({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    }),
  );
}

test.each([
  ['with a cell far to the right, before it fills the row', cell('XFD1', 'x')],
  ['that repeats one cell', cell('A1', '1').repeat(4_097)],
])('importFoods refuses a workbook %s', async (_, cells) => {
  const path = sheetFile(`<row r="1">${cell('A1', 'name')}${cells}</row>`);
  await expect(imported(path)).rejects.toThrow('it has more than 4,096 columns');
});
