import { expect, test } from 'vitest';
import { TABLE_NAME } from '../record-source.ts';
import { readXmlRecords } from './xml-records.ts';

/** Reads XML in chunks of this size. Returns its records, and the strings around them. */
async function read(xml: string | Buffer, size = 5_000) {
  const bytes = Buffer.from(xml);
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const [records, texts]: [unknown[], string[]] = [[], []];
  for await (const some of readXmlRecords('foods.xml', chunks, (text) => texts.push(text))) {
    expect(some).not.toEqual([]);
    records.push(...some);
  }
  return { records, texts };
}

const EGG = '<food><name>Egg</name><kcal>143</kcal></food>';

test.each<[string, Record<string, string>[], string[]]>([
  [`<foods>${EGG}</foods>`, [{ name: 'Egg', kcal: '143' }], ['food: ', 'foods: ']],
  [
    `<foods per="100 g"><note> raw </note>${EGG}${EGG}</foods>`,
    [
      { name: 'Egg', kcal: '143' },
      { name: 'Egg', kcal: '143' },
    ],
    ['per: 100 g', 'note: raw', 'food: ', 'food: ', 'foods: '],
  ],
  [
    '<x:foods><x:food id="7"><name>Egg &amp; <![CDATA[<ham>]]></name><fat unit="g">9</fat><e/></x:food></x:foods>',
    [{ id: '7', name: 'Egg & <ham>', 'fat (g)': '9', e: '' }],
    ['food: ', 'foods: '],
  ],
  [
    '<db><table_data name="foods"><row><field name="name">Egg</field></row></table_data></db>',
    [{ name: 'Egg', [TABLE_NAME]: 'foods' }],
    ['row: ', 'table_data: ', 'db: '],
  ],
  [
    '<db><table name="foods"><column name="name">Egg</column></table><table name="units"><column name="unit">g</column></table></db>',
    [
      { name: 'Egg', [TABLE_NAME]: 'foods' },
      { unit: 'g', [TABLE_NAME]: 'units' },
    ],
    ['table: ', 'table: ', 'db: '],
  ],
  ['<foods><food name="Egg"/></foods>', [], ['food: ', 'foods: ']],
  ['<foods/>', [], ['foods: ']],
])('%s has the records %j and the other strings %j', async (xml, records, texts) => {
  const inPieces = await Promise.all([5_000, 1, 7].map((size) => read(xml, size)));
  expect(inPieces).toEqual([5_000, 1, 7].map(() => ({ records, texts })));
});

test('a long table is read in slices, whose characters may be cut anywhere', async () => {
  const row = '<r><n>Käse €</n></r>';
  const { records } = await read(`<t>${row.repeat(1_000)}</t>`);
  expect(records).toEqual(Array.from({ length: 1_000 }, () => ({ n: 'Käse €' })));
});

test('the encoding is the one that the file declares', async () => {
  const xml = '<?xml version="1.0" encoding="iso-8859-1"?><t><r><n>Käse</n></r></t>';
  expect((await read(Buffer.from(xml, 'latin1'))).records).toEqual([{ n: 'Käse' }]);
});

const nested = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count);
const long = 'x'.repeat(2 ** 20);
const wide = (count: number) =>
  `<t><r ${Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')}><n>1</n></r></t>`;

test.each([
  ['nested elements', nested(1_000)],
  ['long texts', `<t><r><n>${long}</n><n>${long}</n></r></t>`],
  ['many attributes', wide(4_096)],
  ['many attributes in all', `<t>${'<r a="1" b="2"><n>1</n></r>'.repeat(3_000)}</t>`],
])('a file may have %s', async (_, xml) => {
  await expect(read(xml, 2 ** 16)).resolves.toBeDefined();
});

test.each([
  ['too many nested elements', nested(1_001)],
  ['an element has too much text', `<t><r><n>${long}x</n></r></t>`],
  ['an attribute or a comment is too long', `<t><!--${long}${'x'.repeat(2 ** 13)}--></t>`],
  ['columns', wide(4_097)],
  ['it is not XML', '<t><r></t>'],
  ['it is not XML', '<t><r>'],
  ['it is not valid UTF-8. Save it as UTF-8', Buffer.from('<t>K\xe4se</t>', 'latin1')],
  ['it is not valid UTF-8. Save it as UTF-8', Buffer.from('<t/>\xc3', 'latin1')],
])('a file is refused: %s', async (reason, xml) => {
  await expect(read(xml, 2 ** 16)).rejects.toThrow(reason);
});
