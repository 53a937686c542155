import { expect, test } from 'vitest';
import { fileEncoding, isCutUtf8, markedEncoding } from './encoding.ts';

test.each<[number[], string | undefined]>([
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0x41], undefined],
  [[0x41, 0xfe], undefined],
  [[0xfe, 0x41], undefined],
  [[0x41, 0xff], undefined],
  [[0, 0x41, 0, 0x42], 'utf-16be'],
  [[0x41, 0, 0x42, 0], 'utf-16le'],
  [[0, 0, 0, 0x42], undefined],
  [[0, 0x41, 0x42, 0x43], undefined],
  [[0, 0x41, 0, 0], undefined],
  [[0, 0, 0x42, 0], undefined],
  [[0x41, 0, 0x42, 0x43], undefined],
  [[0x41, 0, 0, 0], undefined],
  [[0x41, 0x42, 0x43, 0], undefined],
  [[0x41, 0x1b, 0x24], 'iso-2022-jp'],
  [[], undefined],
])('the bytes %j at the start mean %s', async (start, encoding) => {
  expect(markedEncoding(Uint8Array.from(start))).toBe(encoding);
  if (encoding === undefined) return;
  async function* read() {
    yield Buffer.from(start);
  }
  expect(await fileEncoding({ name: 'a', path: 'a', isPacked: false, read })).toBe(encoding);
});

test.each([
  ['', true],
  ['aé€🥚', true],
  ['a\xf0\x9f\xa5', true],
  ['a\xf0\x9f', true],
  ['a\xf0', true],
  ['\xf0\x9f\xa5a', false],
  ['\x80\x80\x80\x80', false],
])('isCutUtf8, which allows an incomplete last character, of %j: %j', (text, expected) => {
  const encoding = text.includes('🥚') ? 'utf8' : 'latin1';
  expect(isCutUtf8(Buffer.from(text, encoding))).toBe(expected);
});
