import type { Random } from './random.ts';
import type { ValidRequest } from './valid-request.ts';

/** Text that occurs only in bytes that must never be taken for a separate request. */
export const SMUGGLED = 'smuggled';

const HIDDEN = `GET /api/${SMUGGLED} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Ways to give a body two lengths, or a length that parsers disagree about (RFC 9112, 6). */
const LENGTHS = [
  'Content-Length: 6\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 6',
  'Content-Length: 0\r\nContent-Length: 60',
  'Content-Length: 0, 60',
  ...['+0', '-1', '0x0', '0 0', '99999999999999999999999'].map((n) => `Content-Length: ${n}`),
  'Content-Length:\r\n 0',
  'Content-Length : 0',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity\r\nContent-Length: 6',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding:\r\n chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\0',
];

/** Bodies whose end depends on which of the two lengths a parser trusts. */
const BODIES = [
  `0\r\n\r\n${HIDDEN}`,
  `0\n\n${HIDDEN}`,
  `-0\r\n\r\n${HIDDEN}`,
  `0x0\r\n\r\n${HIDDEN}`,
  `0;${'a'.repeat(100)}\n\r\n${HIDDEN}`,
  `5\r\nhello\r\r\n0\r\n\r\n${HIDDEN}`,
  `ffffffffffffffff1\r\n${HIDDEN}`,
];

/** Bytes that are not a request, or a request with two meanings. */
export interface BrokenBytes {
  readonly bytes: Buffer;
  /** Whether a length is ambiguous, so that a response must never contain {@link SMUGGLED}. */
  readonly isAmbiguous: boolean;
}

/** @param valid a GET or POST to start from */
export function breakBytes(random: Random, valid: ValidRequest): BrokenBytes {
  const kind = random.next();
  if (kind < 0.15) {
    const head = `POST /api/food?q=egg HTTP/1.1\r\nHost: localhost\r\nOrigin: https://app.example`;
    const text = `${head}\r\n${random.pick(LENGTHS)}\r\n\r\n${random.pick(BODIES)}`;
    return { bytes: Buffer.from(text, 'latin1'), isAmbiguous: true };
  }
  let { bytes } = valid;
  if (kind < 0.25) bytes = Buffer.from(random.text(random.integer(1, 500), 0, 0xff), 'latin1');
  else if (kind < 0.45) bytes = Buffer.from(wrongLine(random), 'latin1');
  else for (let edits = random.integer(1, 4); edits > 0; edits--) bytes = edit(random, bytes);
  return { bytes, isAmbiguous: false };
}

function wrongLine(random: Random): string {
  const rest = '\r\nHost: localhost\r\nOrigin: https://app.example\r\n';
  const first = 'GET /api/food?q=egg HTTP/1.1';
  return random.make([
    () => `get /api/food?q=egg HTTP/1.1${rest}\r\n`,
    () => `BREW /api/food?q=egg HTTP/1.1${rest}\r\n`,
    () => `CONNECT localhost:80 HTTP/1.1${rest}\r\n`,
    () => `CONNECT /api/food?q=egg HTTP/1.1${rest}\r\n`,
    () => `GET /api/food?q=egg${rest}\r\n`,
    () => `GET /api/food?q=egg HTTP/${random.pick(['2.0', '0.9', '1.2', '11', '1'])}${rest}\r\n`,
    () => `GET /api/food?q=two words HTTP/1.1${rest}\r\n`,
    () => `GET /api/food?q=\x01\x7f\xff HTTP/1.1${rest}\r\n`,
    () => `GET api/food HTTP/1.1${rest}\r\n`,
    () => `OPTIONS * HTTP/1.1${rest}\r\n`,
    () => `GET /api/food?q=egg#x HTTP/1.1${rest}\r\n`,
    () => `${first}${rest}No colon\r\n\r\n`,
    () => `${first}${rest}: no name\r\n\r\n`,
    () => `${first}${rest}X: \0\r\n\r\n`,
    () => `${first}${rest} folded: yes\r\n\r\n`,
    () => `${first}${rest.replaceAll('\r\n', '\n')}\n`,
    () => `${first}${rest}${'X: y\r\n'.repeat(random.integer(1_990, 3_000))}\r\n`,
    () => `${first}${rest}X: ${'y'.repeat(random.integer(80_000, 120_000))}\r\n\r\n`,
    () => `GET /api/food?q=${'y'.repeat(random.integer(80_000, 120_000))} HTTP/1.1${rest}\r\n`,
    () => `${'\r\n'.repeat(random.integer(1, 100))}${first}${rest}\r\n`,
    () => `${first}${rest}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello`,
    () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    () => `\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03${random.text(160, 0, 0xff)}`,
  ]);
}

function edit(random: Random, bytes: Buffer): Buffer {
  const at = random.integer(0, Math.max(0, bytes.length - 1));
  const end = Math.min(bytes.length, at + random.integer(1, 20));
  const [before, part, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, end),
    bytes.subarray(end),
  ];
  const change = () => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[at] = random.integer(0, 255);
    return changed;
  };
  const odd = () => Buffer.from(random.pick(['\r\n', '\n', '\0', ':', ' ', '\r']));
  return random.make([
    () => Buffer.concat([before, after]),
    () => Buffer.concat([before, part, part, after]),
    () => before,
    () => Buffer.concat([before, odd(), part, after]),
    change,
    change,
  ]);
}
