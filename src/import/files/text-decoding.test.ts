import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingOf } from './encoding.ts';
import { decodeText } from './text-decoding.ts';

async function decode(bytes: Buffer, chunkSize = bytes.length) {
  const odd: string[] = [];
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  })();
  const decoded: Buffer[] = [];
  const onOddLine = (line: string) => odd.push(line.trim());
  for await (const chunk of decodeText(
    'foods.csv',
    chunks,
    onOddLine,
    encodingOf(bytes) ?? 'utf-8',
  )) {
    decoded.push(chunk);
  }
  return { text: Buffer.concat(decoded).toString('utf8'), odd };
}

const RUSSIAN = 'Молоко цельное,61,3.2\nМолоко обезжиренное,34,3.4\n';
const ROWS = 'Milk, whole,61,3.2\nMilk, skim,34,3.4\n';

test.each([
  ['UTF-8', Buffer.from('crème\nЯ\n'), 'crème\nЯ\n', []],
  ['a byte order mark', Buffer.from('\ufeffcrème\n'), 'crème\n', []],
  ['a file that ends with Ctrl-Z, as of DOS,', Buffer.from('crème\n\x1a\x1a'), 'crème\n', []],
  ['UTF-16', Buffer.from('\ufeffcrème\r\n', 'utf16le'), 'crème\r\n', []],
  ['UTF-16 that ends with the byte of Ctrl-Z', Buffer.from('\ufeffа,ᨀ', 'utf16le'), 'а,ᨀ', []],
  ['Windows-1252', Buffer.from('cr\xe8me\n\x80 5\n', 'latin1'), 'crème\n€ 5\n', ['crème', '€ 5']],
  [
    'a Windows-1252 line in a UTF-8 file',
    Buffer.concat([Buffer.from('Я\n'), Buffer.from('cr\xe8me\n', 'latin1')]),
    'Я\ncrème\n',
    ['crème'],
  ],
  [
    'a damaged line in a UTF-8 file',
    Buffer.concat([Buffer.from('Я\nЯ'), Buffer.from('cr\xc3me\n', 'latin1')]),
    'Я\nЯcr\ufffdme\n',
    ['Яcr\ufffdme'],
  ],
  ['no line break at all', Buffer.from('abc'), 'abc', []],
])('decodeText reads %s, in chunks of any size', async (_, bytes, text, odd) => {
  for (let size = 1; size <= bytes.length; size++) {
    // The byte order mark is looked for in the first chunk, which in practice is never this small.
    if (size < 4 && bytes.length > 4 && (bytes[0] === 0xff || bytes[0] === 0xef)) continue;
    expect(await decode(bytes, size)).toEqual({ text, odd });
  }
});

test('decodeText returns any text unchanged, in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 4, max: 50 }),
      async (text, size) => {
        const plain = text.replaceAll('\ufeff', '').replace(/\p{Cc}+$/u, '');
        expect((await decode(Buffer.from(plain), size)).text).toBe(plain);
      },
    ),
  );
});

test.each([
  ['the end', Buffer.concat([Buffer.from('\ufeffEgg,1\n', 'utf16le'), Buffer.from(ROWS)])],
  ['the end', Buffer.concat([Buffer.from('\ufeffХлеб,1\n', 'utf16le'), Buffer.from(RUSSIAN)])],
  ['the beginning', Buffer.concat([Buffer.from(ROWS), Buffer.from('Egg,1\n', 'utf16le')])],
  [
    'everything after a lost byte',
    Buffer.from([...Buffer.from(`\ufeff${ROWS}`, 'utf16le')].toSpliced(20, 1)),
  ],
])('decodeText refuses a UTF-16 file if %s is in another encoding', async (_, bytes) => {
  await expect(decode(bytes)).rejects.toThrow('it has NUL characters, or part of it is in UTF-16');
});

test('decodeText decodes a line of over 1 MiB in pieces, and cuts no character', async () => {
  // One byte of “—” is 0x80, the first that is not ASCII.
  const text = `${'é'.repeat(2 ** 19)}a—`;
  const decoded = decodeText('foods.csv', Readable.from([Buffer.from(text)]), () => {}, 'utf-8');
  const pieces = await Readable.from(decoded).toArray();
  expect(pieces.map(String)).toEqual([text.slice(0, -1), '—']);
});

test('decodeText reads UTF-16 with long runs without zeros', async () => {
  const text = `\ufeff${'大豆油，小麦粉、'.repeat(100)},1\n`;
  expect((await decode(Buffer.from(text, 'utf16le'))).text).toBe(text.slice(1));
});
