import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from './answer-format.ts';
import { ANSWER_COLUMNS } from './columns.ts';

const csv = (fields: readonly string[], rows: readonly (readonly string[])[]) =>
  Buffer.from(csvOf(fields, rows)).toString();

test('csvOf writes CSV that an RFC 4180 parser reads back unchanged, except for formulas', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'a"\',;\r\n\té=+-@1 ') }).map((text) => ({
      json: JSON.stringify(text),
      read: /^(?:\s*[=+\-@]|[\t\r])/.test(text) && !/^[+-]\d+$/.test(text) ? `'${text}` : text,
    })),
    fc.constantFrom(
      { json: 'null', read: '' },
      { json: '9007199254740993', read: '9007199254740993' },
      { json: '-1.50', read: '-1.50' },
      { json: '[{"unit":"cup"}]', read: '[{"unit":"cup"}]' },
    ),
  );
  const row = fc.tuple(value, value, value, value, value, value);
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const text = csv(
        ['x,y'],
        rows.map((values) => values.map(({ json }) => json)),
      );
      const read = parse(text, { recordDelimiter: '\r\n' });
      expect(read).toEqual([
        [...ANSWER_COLUMNS, 'x,y'],
        ...rows.map((values) => values.map(({ read: one }) => one)),
      ]);
    }),
  );
});

test.each([
  '=1+1',
  '\n=1+1',
  '  =1+1',
  ' \n\r\t@x',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '＝1+1',
  '＠x',
])('csvOf keeps %j from being a formula', (text) => {
  expect(csv([], [[JSON.stringify(text)]])).toContain(`'${text}`);
});

test.each(['-8.70', '+1', '8.70'])('csvOf keeps the number %s', (text) => {
  expect(csv([], [[JSON.stringify(text)]])).toContain(`\r\n${text}\r\n`);
});
