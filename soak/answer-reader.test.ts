import { describe, expect, test } from 'vitest';
import { type Answer, AnswerReader } from './answer-reader.ts';

/**
 * Reads responses in chunks of `size` bytes. `hasBody` says which responses have a body; by
 * default, all do.
 */
function read(text: string, hasBody?: readonly boolean[], size = text.length): Answer[] {
  const expected = hasBody?.slice();
  const reader = new AnswerReader(() => (expected === undefined ? true : expected.shift()));
  const bytes = Buffer.from(text, 'latin1');
  const answers: Answer[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    answers.push(...reader.push(bytes.subarray(start, start + size)));
  }
  expect(reader.isBetweenAnswers).toBe(true);
  return answers;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

describe('AnswerReader', () => {
  test('reads responses split anywhere, expects no body in a 304 or after HEAD, and skips interim responses', () => {
    const head =
      'HTTP/1.1 404 Not Found\r\ncontent-length: 40\r\nVary: Origin\r\nvary: Accept\r\n\r\n';
    const held = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';
    const text = `${OK}HTTP/1.1 100 Continue\r\n\r\n${head}${held}${OK}`;
    for (const size of [1, 2, 3, 7, 64, text.length]) {
      const answers = read(text, [true, false, true, true], size);
      expect(answers.map(({ status, body }) => [status, String(body)])).toEqual([
        [200, '[]'],
        [404, ''],
        [304, ''],
        [200, '[]'],
      ]);
      expect(answers[1]?.headers.get('vary')).toEqual(['Origin', 'Accept']);
    }
  });

  test.each([
    ['HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n[]', 'Not a length'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n[]', 'Not a length'],
    ['HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n[]', 'Not a length'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'Transfer-Encoding'],
    ['HTTP/1.1 200 OK\r\n\r\n[]', 'without a length'],
    ['HTTP/1.1 200 OK\r\nA: b\nC: d\r\nContent-Length: 0\r\n\r\n', 'Not a header'],
    ['HTTP/1.1 200 OK\r\nA : b\r\nContent-Length: 0\r\n\r\n', 'Not a header'],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', 'Not a status line'],
    ['HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', 'Not a status line'],
  ])('rejects %j', (text, message) => {
    expect(() => read(text, [true])).toThrow(new RegExp(message));
  });

  test('rejects a response without a request', () => {
    expect(() => read(OK + OK, [true])).toThrow('unrequested');
    const reader = new AnswerReader(() => true);
    expect(reader.push(Buffer.from(`${OK}x`))).toHaveLength(1);
    expect(reader.isBetweenAnswers).toBe(false);
  });
});
