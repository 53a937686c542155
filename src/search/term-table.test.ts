import { expect, test } from 'vitest';
import { TermTable } from './term-table.ts';

const encoder = new TextEncoder();

test('TermTable numbers terms in the order they are added', () => {
  const table = new TermTable();
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    // Surrounded by other bytes, like words in a text.
    const bytes = encoder.encode(`<${text}>`);
    return table.numberOf(bytes, 1, bytes.length - 1);
  };
  const terms = [
    ...['', '\0', '\0\0', 'a', 'a\0', 'é', '奶酪'],
    // Terms of every length that differ only at the end.
    ...Array.from({ length: 12 }, (_, length) => 'b'.repeat(length + 1)),
    ...Array.from({ length: 12 }, (_, length) => `${'b'.repeat(length)}c`),
    ...Array.from({ length: 12 }, (_, length) => `${'b'.repeat(length)}\0`).slice(2),
    // These terms exceed the initial capacity.
    ...Array.from({ length: 3_000 }, (_, n) => `${n * 7919}`),
  ];
  for (const term of terms) if (!numbers.has(term)) numbers.set(term, numbers.size);
  expect(terms.filter((term) => numberOf(term) !== numbers.get(term))).toEqual([]);
  expect([...numbers].filter(([term, number]) => numberOf(term) !== number)).toEqual([]);
  expect(table.size).toBe(numbers.size);
  const [start, end] = [table.starts.at(6), table.starts.at(7)];
  expect(new TextDecoder().decode(table.bytes.bytes.slice(start, end))).toBe('奶酪');
});
