import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Decoder } from './encoding.ts';

// Decodes a text file to UTF-8, even if some of its lines are Windows-1252 or damaged.

export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The length beyond which a line is decoded in pieces: 4 MiB. */
const MAX_UNDECODED_BYTES = 2 ** 22;

/**
 * Converts the bytes of a text file to UTF-8. A byte order mark is removed. A line that is not
 * UTF-8 is read as Windows-1252, the encoding of older tables, regardless of other lines. But if
 * some of its characters are valid UTF-8, it counts as damaged UTF-8, and its invalid bytes become
 * U+FFFD.
 *
 * @param onOddLine - called for every line that is not UTF-8
 * @param encoding - a name that {@link Decoder} accepts
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  onOddLine: (line: string) => void,
  encoding: string,
): AsyncGenerator<Buffer> {
  if (encoding !== 'utf-8') {
    const decoder = new Decoder(encoding);
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk));
    yield Buffer.from(decoder.decode());
    return;
  }
  const decodeLine = (bytes: string): Buffer => {
    const line = Buffer.from(bytes, 'latin1');
    if (isUtf8(line)) return line;
    const text = UTF8_CHARACTER.test(bytes) ? line.toString() : WINDOWS_1252.decode(line);
    onOddLine(text);
    return Buffer.from(text);
  };
  const decodeLines = (lines: Buffer): Buffer =>
    isUtf8(lines)
      ? lines
      : Buffer.concat(lines.toString('latin1').split(AFTER_LINE).map(decodeLine));
  /** The bytes after the last line break, in pieces. */
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = isFirst && chunk.subarray(0, 3).equals(UTF8_MARK) ? chunk.subarray(3) : chunk;
    isFirst = false;
    const end = Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
    const isWaiting = end === 0 && pendingBytes < MAX_UNDECODED_BYTES;
    // Splitting after an ASCII byte never cuts a character in two.
    const cut = end || (isWaiting ? 0 : bytes.findLastIndex((byte) => byte < 0x80) + 1);
    if (!isWaiting) {
      yield decodeLines(Buffer.concat([...pending, bytes.subarray(0, cut)]));
      [pending, pendingBytes] = [[], 0];
    }
    pending.push(bytes.subarray(cut));
    pendingBytes += bytes.length - cut;
  }
  yield decodeLines(Buffer.concat(pending));
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const AFTER_LINE = /(?<=\n)/;

/** Non-ASCII bytes rarely form valid UTF-8 by chance. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

const WINDOWS_1252 = new TextDecoder('windows-1252');
const ALL_WINDOWS_1252 = WINDOWS_1252.decode(Buffer.from([...Array(256).keys()]));
/** Western letters in UTF-8 begin with one of these when read as Windows-1252. */
const DOUBLED = /[ÂÃÄÅ][^\p{ASCII}]/u;

/** Repairs UTF-8 that was read as Windows-1252 and saved, even twice: `açúcar` for `aÃ§Ãºcar`. */
export function undoubled(text: string): string {
  if (!DOUBLED.test(text)) return text;
  const byteOf = (char: string) =>
    char < '\u00a0' ? char.charCodeAt(0) : ALL_WINDOWS_1252.indexOf(char);
  // -1 becomes 0xff, which never occurs in UTF-8.
  const bytes = Buffer.from([...text].map(byteOf));
  return isUtf8(bytes) ? undoubled(bytes.toString()) : text;
}
