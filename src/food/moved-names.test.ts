import { describe, expect, test } from 'vitest';
import { MovedNames } from './moved-names.ts';

const KINDS: Readonly<Record<string, readonly number[]>> = {
  Bread: [250, 9, 48, 3],
  Oil: [884, 0, 0, 100],
  Pork: [170, 26, 0, 7],
  Apple: [52, 0, 14, 0],
};
const COLUMNS = ['kcal', 'protein_g', 'carbohydrate_g', 'lipid_total_g'];

/** The order of the kinds. In a regular order, all foods of a kind would be next to the same kind. */
const ORDER = [...'0120313202133010231221032013023113200321'].map(Number);

/** Adds foods of four kinds, whose amounts are some rows below their names. */
function areMoved(
  rows: number,
  count: number,
  nameOf = (kind: string, i: number) => `${kind} ${i}`,
) {
  const kinds = Object.entries(KINDS);
  const kindAt = (i: number) => kinds[ORDER[i] ?? 0] ?? ['', []];
  const names = new MovedNames();
  for (let i = 0; i < count; i++) {
    const [, amounts] = kindAt(i - rows);
    // Foods of one kind differ a little.
    const amountOf = (column: string) => {
      const amount = amounts[COLUMNS.indexOf(column)];
      return amount === undefined ? undefined : amount * (1 + (i % 3) / 10);
    };
    names.add(nameOf(kindAt(i)[0], i), amountOf);
  }
  return names.areMoved;
}

describe('names are moved', () => {
  test.each([
    [0, false],
    [1, true],
    [-1, true],
  ])('if amounts are %d rows below them: %s', (rows, expected) => {
    expect(areMoved(rows, 40)).toBe(expected);
  });

  test('only if enough foods share a word', () => {
    expect(areMoved(1, 12)).toBe(false);
    expect(areMoved(1, 24)).toBe(true);
    expect(areMoved(1, 40, (_, i) => `${i}`)).toBe(false);
    expect(areMoved(1, 40, (kind, i) => `${kind}${'abcdefghij'[i % 10]}${'klmn'[i >> 3]}`)).toBe(
      false,
    );
  });
});

test('names without amounts are not moved', () => {
  const names = new MovedNames();
  for (let i = 0; i < 40; i++) names.add('Bread', () => undefined);
  expect(names.areMoved).toBe(false);
});
