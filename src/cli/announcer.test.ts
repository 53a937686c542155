import { expect, test } from 'vitest';
import { originText } from './announcer.ts';

test.each([
  [true, 'all may call'],
  ['*', 'all may call'],
  [false, 'no page may call (CORS is off)'],
  [() => true, 'those allowed by the configured function may call'],
  ['https://a.example', 'https://a.example may call'],
  [/^a$/, '/^a$/ may call'],
  [[], 'no page may call (the list is empty)'],
  [['https://a.example'], 'https://a.example may call'],
  [['https://a.example', /b/], 'https://a.example, /b/ may call'],
])('originText(%s) is %s', (origin, text) => {
  expect(originText(origin)).toBe(text);
});
