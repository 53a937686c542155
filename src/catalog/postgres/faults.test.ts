import { expect, test } from 'vitest';
import { fatalCode } from './faults.ts';

function message(letter: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from(`${letter}\0\0\0\0`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const FATAL = message('E', 'SFATAL\0VFATAL\0C25P03\0MTHE END\0\0');
const ERROR = message('E', 'SERROR\0VERROR\0C57014\0MThe end\0\0');
const ANSWER = message('C', 'SELECT 1\0');

test.each([
  ['alone', [FATAL], '25P03'],
  ['after an answer in the same packet', [ANSWER, FATAL], '25P03'],
  ['only after another error', [ERROR], undefined],
  ['not of a row with such a text', [message('D', 'EVFATAL\0\0\0\x05E')], undefined],
  ['not in an empty packet', [], undefined],
])('the code with which a server ends a connection: %s', (_, messages, code) => {
  expect(fatalCode(Buffer.concat(messages))).toBe(code);
});
