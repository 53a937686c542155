import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { Decoder } from './encoding.ts';

// Decodes a text file to UTF-8, even if some of its lines are Windows-1252 or damaged.

export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** The length beyond which a line is decoded in pieces: 4 MiB. */
const MAX_UNDECODED_BYTES = 2 ** 22;

/**
 * Converts the bytes of a text file to UTF-8. A byte order mark is removed. A line that is not UTF-8 is read as Windows-1252, the encoding
 * of older tables, regardless of other lines. But if some of its characters are valid UTF-8, it
 * counts as damaged UTF-8, and its invalid bytes become U+FFFD.
 *
 * @param onOddLine - called for every line that is not UTF-8
 * @param encoding - a name that {@link Decoder} accepts
 */
export async function* decodeText(
  chunks: AsyncIterable<Buffer>,
  onOddLine: (line: string) => void,
  encoding: string,
): AsyncGenerator<Buffer> {
  const decoder = new LineDecoder(onOddLine);
  const other = encoding === 'utf-8' ? undefined : new Decoder(encoding);
  let isFirst = true;
  for await (const chunk of chunks) {
    const isMarked = isFirst && chunk.subarray(0, 3).equals(UTF8_MARK);
    const bytes = isMarked ? chunk.subarray(3) : chunk;
    isFirst = false;
    yield other === undefined ? decoder.decode(bytes) : Buffer.from(other.decode(bytes));
  }
  yield other === undefined ? decoder.end() : Buffer.from(other.decode());
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

class LineDecoder {
  readonly #onOddLine: (line: string) => void;
  readonly #windows1252 = new TextDecoder('windows-1252');
  /** The bytes after the last line break, in pieces. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(onOddLine: (line: string) => void) {
    this.#onOddLine = onOddLine;
  }

  decode(chunk: Buffer): Buffer {
    const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
    if (end === 0 && this.#pendingBytes < MAX_UNDECODED_BYTES) {
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
      return Buffer.alloc(0);
    }
    // Splitting after an ASCII byte never cuts a character in two.
    const cut = end === 0 ? chunk.findLastIndex((byte) => byte < 0x80) + 1 : end;
    const lines = [...this.#pending, chunk.subarray(0, cut)];
    this.#pending = [chunk.subarray(cut)];
    this.#pendingBytes = chunk.length - cut;
    return this.#decodeLines(Buffer.concat(lines));
  }

  end(): Buffer {
    return this.#decodeLines(Buffer.concat(this.#pending));
  }

  #decodeLines(lines: Buffer): Buffer {
    if (isUtf8(lines)) return lines;
    const decoded: Buffer[] = [];
    for (let start = 0; start < lines.length; ) {
      const feed = lines.indexOf(LINE_FEED, start);
      const end = feed === -1 ? lines.length : feed + 1;
      decoded.push(this.#decodeLine(lines.subarray(start, end)));
      start = end;
    }
    return Buffer.concat(decoded);
  }

  #decodeLine(line: Buffer): Buffer {
    if (isUtf8(line)) return line;
    const isDamaged = UTF8_CHARACTER.test(line.toString('latin1'));
    const text = isDamaged ? line.toString('utf8') : this.#windows1252.decode(line);
    this.#onOddLine(text);
    return Buffer.from(text);
  }
}

/** Non-ASCII bytes rarely form valid UTF-8 by chance. */
const UTF8_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

const WINDOWS_1252 = new Decoder('windows-1252').decode(Buffer.from([...Array(256).keys()]));
/** Western letters in UTF-8 begin with one of these when read as Windows-1252. */
const DOUBLED = /[ÂÃÄÅ][^\p{ASCII}]/u;

/** Repairs UTF-8 that was read as Windows-1252 and saved, even twice: `açúcar` for `aÃ§Ãºcar`. */
export function undoubled(text: string): string {
  if (!DOUBLED.test(text)) return text;
  const byteOf = (char: string) =>
    char < '\u00a0' ? char.charCodeAt(0) : WINDOWS_1252.indexOf(char);
  // -1 becomes 0xff, which never occurs in UTF-8.
  const bytes = Buffer.from([...text].map(byteOf));
  return isUtf8(bytes) ? undoubled(bytes.toString()) : text;
}
