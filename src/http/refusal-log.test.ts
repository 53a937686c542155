import { expect, test } from 'vitest';
import { createRefusalLog } from './refusal-log.ts';

function logOf() {
  const lines: string[] = [];
  const log = createRefusalLog((line) => lines.push(line));
  const note = (origin: string, nowMs = 0) => log(origin, () => `refused ${origin}`, nowMs);
  return { lines, note };
}

const origins = (count: number) => Array.from({ length: count }, (_, i) => `https://${i}.example`);

test('the log of refusals logs each origin once', () => {
  const { lines, note } = logOf();
  for (const origin of ['https://a.example', 'https://b.example', 'https://a.example'])
    note(origin);
  note('https://a.example', 1e9);
  expect(lines).toEqual(['refused https://a.example', 'refused https://b.example']);
});

test.each([
  [12, 3],
  [10, 1],
])(
  'the log of refusals logs ten of %d origins a minute, then that %d requests were omitted, and logs an omitted origin when it calls again',
  (count, omitted) => {
    const { lines, note } = logOf();
    for (const origin of origins(count)) note(origin);
    expect(lines).toHaveLength(10);
    note('https://11.example', 59_999);
    expect(lines).toHaveLength(10);
    note('https://11.example', 60_000);
    expect(lines.slice(10)).toEqual([
      `${omitted} more requests from other origins were refused, but not logged`,
      'refused https://11.example',
    ]);
  },
);

test('the log of refusals forgets the oldest of very many origins, and asks for the reason only when it logs an origin', () => {
  let asked = 0;
  const lines: string[] = [];
  const log = createRefusalLog((line) => lines.push(line));
  origins(1_001).forEach((origin, i) => {
    log(origin, () => `${asked++}`, i * 60_000);
  });
  log('https://1000.example', () => `${asked++}`, 1e9);
  expect([lines.length, asked]).toEqual([1_001, 1_001]);
  log('https://0.example', () => `${asked++}`, 1e9);
  expect(asked).toBe(1_002);
});

test('the log of refusals treats very long origins with the same beginning as one', () => {
  const { lines, note } = logOf();
  note(`https://${'a'.repeat(1_000)}1`);
  note(`https://${'a'.repeat(1_000)}2`);
  expect(lines).toHaveLength(1);
});
