import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts';

// Checks that the limits in the documents are those in the code.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const plain = (number: number) => number.toLocaleString('en-US');
const seconds = (ms: number) => `${ms / 1_000} s`;

const WORDS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four', 8: 'eight' };

/** How numbers are written in sentences. */
const FORMS: Readonly<Record<string, (number: number) => string>> = {
  plain,
  bare: String,
  word: (number) => WORDS[number] ?? plain(number),
  percent: (share) => String(share * 100),
  thousands: (number) => String(number / 1_000),
  seconds,
  KiB: (bytes) => `${bytes / 2 ** 10} KiB`,
  MiB: (bytes) => `${bytes / 2 ** 20} MiB`,
  kibi: (bytes) => String(bytes / 2 ** 10),
  gibi: (bytes) => String(bytes / 2 ** 30),
};

/**
 * Reads a constant of `src`: a number, or a product of numbers and powers such as `4 * 2 ** 20`.
 */
function constant(path: string, name: string): number {
  const pattern = new RegExp(`^(?:export )?const ${name} = ([\\d_.* ]+);`, 'm');
  const [, written = ''] = pattern.exec(read(`src/${path}`)) ?? [];
  if (written === '') throw new Error(`src/${path} has no number ${name}`);
  return written
    .replaceAll('_', '')
    .split(/(?<!\*)\*(?!\*)/)
    .map((factor) => factor.split('**').map(Number))
    .reduce((product, [base = 1, exponent = 1]) => product * base ** exponent, 1);
}

/** A table of documents and sentences, in which each `{file NAME form}` stands for a constant. */
const SENTENCES = read('test/cases/document-numbers.tsv')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

const textOf = (document = '') => read(`docs/${document}.md`).replace(/\s+/g, ' ');

test.each(SENTENCES)('docs/%s.md: %s', (document, sentence = '') => {
  const expected = sentence.replace(
    /\{(\S+) (\w+)(?: (\w+))?\}/g,
    (_, path, name, form = 'plain') => {
      const shown = FORMS[form]?.(constant(path, name));
      return shown ?? `no form ${form}`;
    },
  );
  expect(expected).not.toBe(sentence);
  expect(textOf(document)).toContain(expected);
});

describe('docs/operations.md: the defaults of the server', () => {
  const { maxConnections, headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, stallTimeoutMs } =
    DEFAULT_LIMITS;

  test.each([
    `| connections | ${plain(maxConnections)} |`,
    `are open | ${plain(maxConnections / 2)} |`,
    `| a caller that does not read its response | ${seconds(stallTimeoutMs)} |`,
    `| a TLS handshake | ${seconds(headersTimeoutMs)};`,
    `| time for the headers to arrive | ${seconds(headersTimeoutMs)} |`,
    `| a whole request | ${seconds(requestTimeoutMs)} |`,
    `| idle time between requests | ${seconds(keepAliveTimeoutMs)} |`,
  ])('docs/operations.md: %s', (sentence) => {
    expect(textOf('operations')).toContain(sentence);
  });
});

test('docs/api.md: how often a line of a meal is right, as measured in docs/internals', () => {
  const rows = textOf('internals/performance');
  const [, food] = /same food as for the marked words alone \| ([\d.]+)%/.exec(rows) ?? [];
  const [, amount] = /number and unit \| ([\d.]+)%/.exec(rows) ?? [];
  expect(textOf('api')).toContain(`in ${food}% of the lines, the food was the same`);
  expect(textOf('api')).toContain(`in ${amount}%, the number and the unit were right`);
});
