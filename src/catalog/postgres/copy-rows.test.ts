import { expect, test } from 'vitest';
import { CopyMessages, queryMessage } from './copy-rows.ts';

/** A message from the server. */
function message(type: string, content: string): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const LONG = `${'long'.repeat(100)}\n`;
const STREAM = Buffer.concat([
  message('H', '\0\0\0'),
  message('d', 'a\tb\n'),
  message('d', ''),
  message('N', 'SNOTICE\0Mbe careful\0\0'),
  message('d', LONG),
  message('d', 'é\n'),
  message('c', ''),
  message('C', 'COPY 4\0'),
  message('Z', 'I'),
]);

test.each([1, 2, 3, 4, 5, 6, 7, 11, 64, 1_000])(
  'rows are read from chunks of %i bytes',
  (length) => {
    const messages = new CopyMessages();
    const texts: Buffer[] = [];
    for (let at = 0; at < STREAM.length; at += length) {
      expect(messages.isEnded).toBe(false);
      // `take` overwrites its argument, so pass a copy.
      texts.push(messages.take(Buffer.from(STREAM.subarray(at, at + length))));
    }
    expect(Buffer.concat(texts).toString()).toBe(`a\tb\n${LONG}é\n`);
    expect(messages).toMatchObject({ count: 4, isEnded: true, error: undefined });
  },
);

test('an error from the server ends the rows', () => {
  const messages = new CopyMessages();
  const text = messages.take(
    Buffer.concat([
      message('d', 'a\n'),
      message('E', 'SERROR\0C57014\0Mcanceling statement\0\0'),
      message('Z', 'I'),
    ]),
  );
  expect(text.toString()).toBe('a\n');
  expect(messages).toMatchObject({ count: 1, isEnded: true });
  expect(messages.error).toMatchObject({ code: '57014', message: 'canceling statement' });
});

test('a statement is sent as one message', () => {
  expect(queryMessage('SELECT é')).toEqual(message('Q', 'SELECT é\0'));
});
