import type { FoodValues } from '../src/catalog/food-catalog.ts';
import { AnswerRowsBuilder, answerRows } from '../src/catalog/table/answer-rows.ts';
import { ANSWER_COLUMNS } from '../src/catalog/table/columns.ts';
import { FoodsWithFields } from '../src/catalog/table/field-values.ts';
import { TextBytes } from '../src/catalog/table/text-bytes.ts';

/**
 * Returns the values of a table as JSON strings: for each row, the columns that all answers have,
 * then `fields`.
 */
export function storedValues(
  fields: readonly string[] = [],
  rows: readonly (readonly string[])[] = [],
): FoodValues {
  const answers = new AnswerRowsBuilder();
  const others = new TextBytes();
  for (const row of rows) {
    answers.add(row.slice(0, ANSWER_COLUMNS.length));
    for (const value of row.slice(ANSWER_COLUMNS.length)) others.add(value);
  }
  const values = { names: fields, offered: fields, ...others.build() };
  return new FoodsWithFields(answerRows(answers.build()), values);
}
