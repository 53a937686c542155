import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { ImportError } from '../import-error.ts';
import { decoderOf, isCutUtf8 } from './encoding.ts';

// Decodes a text file to UTF-8, even if some of its lines are Windows-1252 or damaged.

export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Ctrl-Z. A text file from a DOS program may end with one or more of them. */
const END_OF_FILE = 0x1a;
/** A longer line is decoded in pieces. */
const MAX_UNDECODED_BYTES = 2 ** 20;

/**
 * Converts the bytes of a text file to UTF-8. A byte order mark is removed. With `utf-8`, a line
 * that is not UTF-8 is read as Windows-1252, the encoding of older tables, regardless of other
 * lines. But if some of its characters are valid UTF-8, it counts as damaged UTF-8, and its invalid
 * bytes become U+FFFD.
 *
 * @param name - the file, for errors
 * @param onOddLine - called for every line that is not UTF-8
 * @param encoding - a name that {@link decoderOf} accepts
 * @throws ImportError if the file has NUL characters, or only part of it is in UTF-16
 */
export async function* decodeText(
  name: string,
  chunks: AsyncIterable<Buffer>,
  onOddLine: (line: string) => void,
  encoding: string,
): AsyncGenerator<Buffer> {
  const unmixed = refuseMixed(name, chunks, encoding);
  if (encoding !== 'utf-8') {
    const decode = decoderOf(encoding);
    for await (const chunk of unmixed) yield bytesOf(name, decode(chunk));
    yield bytesOf(name, decode());
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
  /** The bytes after the last line break. */
  let pending = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of unmixed) {
    const isMarked = isFirst && chunk.subarray(0, 3).equals(UTF8_MARK);
    isFirst = false;
    const bytes = Buffer.concat([pending, isMarked ? chunk.subarray(3) : chunk]);
    const end = Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
    // Splitting after an ASCII byte never cuts a character in two.
    const ascii = () => bytes.findLastIndex((byte) => byte < 0x80) + 1;
    const cut = end || (bytes.length < MAX_UNDECODED_BYTES ? 0 : ascii() || bytes.length);
    yield decodeLines(bytes.subarray(0, cut));
    pending = bytes.subarray(cut);
  }
  yield decodeLines(pending);
}

/** Matches bytes without zeros. In UTF-16, numbers and separators have zeros. */
const WITHOUT_ZEROS = /[^\0\x80-\xbf][^\0]{31,}/g;
const ASCII_ALONE = /[\t\n\r -~]{32}/;

async function* refuseMixed(name: string, chunks: AsyncIterable<Buffer>, encoding: string) {
  const isOther = (run: string) => ASCII_ALONE.test(run) || isCutUtf8(Buffer.from(run, 'latin1'));
  const isMixed = encoding.startsWith('utf-16')
    ? (bytes: Buffer) => bytes.toString('latin1').match(WITHOUT_ZEROS)?.some(isOther)
    : (bytes: Buffer) => bytes.includes(0);
  for await (const chunk of chunks) {
    if (isMixed(chunk)) throw new ImportError(name, MIXED);
    const isMarked = chunk.at(-1) === END_OF_FILE && !encoding.startsWith('utf-16');
    const end = isMarked ? chunk.findLastIndex((byte) => byte !== END_OF_FILE) + 1 : chunk.length;
    yield chunk.subarray(0, end);
  }
}

const MIXED = 'it has NUL characters, or part of it is in UTF-16. Save it as UTF-8.';
/** The invalid character that a UTF-16 line break becomes if a byte before it is missing. */
const SWAPPED_BREAK = '\u0a00';

function bytesOf(name: string, text: string): Buffer {
  if (text.includes(SWAPPED_BREAK)) throw new ImportError(name, MIXED);
  return Buffer.from(text);
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const AFTER_LINE = /(?<=\n)/;

/** Non-ASCII bytes rarely form valid UTF-8 by chance. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

const WINDOWS_1252 = new TextDecoder('windows-1252');
const ALL_WINDOWS_1252 = WINDOWS_1252.decode(Buffer.from([...Array(256).keys()]));
/** Western letters in UTF-8 begin with one of these when read as Windows-1252. */
const MOJIBAKE = /[ÂÃÄÅ][^\p{ASCII}]|ï»¿/u;

/**
 * Repairs UTF-8 that was read as Windows-1252 and saved as UTF-8, even twice: `aÃ§Ãºcar` becomes
 * `açúcar`.
 */
export function repairMojibake(text: string): string {
  if (!MOJIBAKE.test(text)) return text;
  const byteOf = (char: string) =>
    char < '\u00a0' ? char.charCodeAt(0) : ALL_WINDOWS_1252.indexOf(char);
  // -1 becomes 0xff, which never occurs in UTF-8.
  const bytes = Buffer.from([...text].map(byteOf));
  return isUtf8(bytes) ? repairMojibake(bytes.toString()) : text;
}
