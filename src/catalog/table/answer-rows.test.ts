import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { EGG } from '../../../test/egg.ts';
import { runs } from '../../../test/runs.ts';
import { serializeEntry } from '../../../test/serialize-entry.ts';
import { type Entry, serializeValues } from '../../food/entry.ts';
import { jsonArray, MAX_ANSWER_BYTES } from './answer-format.ts';
import { AnswerRowsBuilder, answerRows, BLOCK_ROWS } from './answer-rows.ts';

const value = fc.oneof(
  { weight: 9, arbitrary: fc.oneof(fc.constant(null), fc.double(), fc.bigInt()) },
  { weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
  // Long values make long rows, which are copied differently.
  { weight: 1, arbitrary: fc.string({ minLength: 900, maxLength: 1_100 }) },
);
const entries = fc.array(
  fc.record({
    carbohydrate_g: value,
    protein_g: value,
    fa_sat_g: value,
    fa_mono_g: value,
    fa_poly_g: value,
    kcal: value,
    description: value,
  }),
  { minLength: 1, maxLength: 20 },
);

// How many rows to add so that values are kept in several blocks.
const PADDING = BLOCK_ROWS + 1;

function build(all: readonly Entry[], padding = 0) {
  const builder = new AnswerRowsBuilder();
  for (const entry of all) builder.add(serializeValues(entry));
  const values = Array.from({ length: 5 }, () => 'null');
  for (let i = 0; i < padding; i++) builder.add(values);
  const data = builder.build(padding === 0 ? undefined : 0);
  expect(data.isWhole).toBe(padding === 0);
  return answerRows(data);
}

function expectAnswers(rows: ReturnType<typeof build>, all: readonly Entry[]): void {
  const places = all.map((_, i) => i);
  for (const asked of [places, places.toReversed(), [0], []]) {
    const expected = asked.map((row) => serializeEntry(all[row] ?? fail()));
    const answer = jsonArray(Uint32Array.from(asked), rows);
    expect(Buffer.from(answer).toString()).toBe(`[${expected.join(',')}]`);
  }
  for (const [row, entry] of all.entries()) {
    const values = serializeValues(entry);
    expect(rows.valuesOf(row)).toEqual(values);
    expect(rows.lengthOf(row)).toBe(Buffer.byteLength(serializeEntry(entry)));
  }
}

function fail(): never {
  throw new Error('There is no such row.');
}

test('answer joins any rows exactly as if each were serialized alone', () => {
  fc.assert(
    fc.property(entries, (all) => {
      const rows = build(all);
      expect(rows.size).toBe(all.length);
      expectAnswers(rows, all);
    }),
    { numRuns: runs(50) },
  );
});

test('answer joins rows exactly, even if the table stores their values without the JSON around them', () => {
  fc.assert(
    fc.property(entries, (all) => expectAnswers(build(all, PADDING), all)),
    { numRuns: runs(4) },
  );
});

test('revision depends only on the rows', () => {
  const milk = { ...EGG, description: 'Milk' };
  expect(build([EGG, milk]).revision).toBe(build([EGG, milk]).revision);
  expect(build([EGG, milk]).revision).not.toBe(build([milk, EGG]).revision);
  expect(build([EGG]).revision).toMatch(/^[0-9a-f]{16}$/);
});

test.each([0, PADDING])(
  'an answer ends after the last row that fits into MAX_ANSWER_BYTES: %i more rows in the table',
  (padding) => {
    // Whole rows are kept up to 16 MiB: five rows of 1 MB stay below that.
    const all = Array.from({ length: 5 }, (_, i) => ({
      ...EGG,
      description: `${i}${'x'.repeat(1_000_000)}`,
    }));
    const rows = build(all, padding);
    const answer = jsonArray(Uint32Array.of(4, 3, 2, 1, 0), rows);
    expect(answer.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    const expected = [4, 3, 2, 1].map((row) => serializeEntry(all[row] ?? fail()));
    expect(Buffer.from(answer).toString() === `[${expected.join(',')}]`).toBe(true);
    // The first row fills the answer to its last byte. The second is a byte longer.
    const rest = serializeEntry({ ...EGG, description: '' }).length + 2;
    const filling = { ...EGG, description: 'x'.repeat(MAX_ANSWER_BYTES - rest) };
    const full = jsonArray(Uint32Array.of(0), build([filling], padding));
    expect(full.length).toBe(MAX_ANSWER_BYTES);
    const huge = build([{ ...filling, description: `${filling.description}x` }], padding);
    expect(Buffer.from(jsonArray(Uint32Array.of(0), huge)).toString()).toBe('[]');
  },
);
