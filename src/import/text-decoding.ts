import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** A line longer than this is not waited for: it is decoded in pieces. 16 MiB. */
const MAX_UNDECODED_BYTES = 2 ** 24;

/**
 * The bytes of a text file as UTF-8 whose lines end in LF, where the file may have CR LF or CR. A
 * byte order mark is removed, UTF-16 is converted. A line that
 * is not UTF-8 is read as Windows-1252, the encoding of older tables, unless an earlier line has
 * shown that the file is UTF-8: then the line is damaged, and its bad bytes become U+FFFD.
 *
 * @param onOddLine - told of every line that is not UTF-8
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  onOddLine: (line: string) => void,
): AsyncGenerator<Buffer> {
  const decoder = new LineDecoder(onOddLine);
  const lineFeeds = new LineFeeds();
  let utf16: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    if (isFirst) {
      isFirst = false;
      utf16 = utf16DecoderFor(bytes);
      if (bytes.subarray(0, 3).equals(UTF8_MARK)) bytes = bytes.subarray(3);
    }
    const decoded =
      utf16 === undefined
        ? decoder.decode(bytes)
        : Buffer.from(utf16.decode(bytes, { stream: true }));
    yield lineFeeds.in(decoded);
  }
  yield lineFeeds.in(utf16 === undefined ? decoder.end() : Buffer.from(utf16.decode()));
}

/** The bytes of a JSON file, which is UTF-8, without the byte order mark that some have. */
export async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst && chunk.subarray(0, 3).equals(UTF8_MARK) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

/** Makes CR LF and CR into LF. Quoted fields get them as well, which is as good. */
class LineFeeds {
  #endedInReturn = false;

  in(text: Buffer): Buffer {
    // The line feed of a carriage return at the end of a chunk comes with the next one.
    const isSplit = this.#endedInReturn && text[0] === LINE_FEED;
    const rest = isSplit ? text.subarray(1) : text;
    if (text.length > 0) this.#endedInReturn = text[text.length - 1] === CARRIAGE_RETURN;
    if (!rest.includes(CARRIAGE_RETURN)) return rest;
    return Buffer.from(rest.toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1');
  }
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function utf16DecoderFor(bytes: Buffer): TextDecoder | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return undefined;
}

const NOTHING = Buffer.alloc(0);

class LineDecoder {
  readonly #onOddLine: (line: string) => void;
  readonly #windows1252 = new TextDecoder('windows-1252');
  /** What follows the last line break, in pieces. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #hasBeenUtf8 = false;

  constructor(onOddLine: (line: string) => void) {
    this.#onOddLine = onOddLine;
  }

  decode(chunk: Buffer): Buffer {
    const end = Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
    if (end === 0 && this.#pendingBytes < MAX_UNDECODED_BYTES) {
      this.#pending.push(chunk);
      this.#pendingBytes += chunk.length;
      return NOTHING;
    }
    const cut = end === 0 ? chunk.length : end;
    const lines = [...this.#pending, chunk.subarray(0, cut)];
    this.#pending = [chunk.subarray(cut)];
    this.#pendingBytes = chunk.length - cut;
    return this.#decodeLines(Buffer.concat(lines));
  }

  end(): Buffer {
    return this.#decodeLines(Buffer.concat(this.#pending));
  }

  #decodeLines(lines: Buffer): Buffer {
    if (this.#isUtf8(lines)) return lines;
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
    if (this.#isUtf8(line)) return line;
    const text = this.#hasBeenUtf8 ? line.toString('utf8') : this.#windows1252.decode(line);
    this.#onOddLine(text);
    return Buffer.from(text);
  }

  #isUtf8(bytes: Buffer): boolean {
    const is = isUtf8(bytes);
    // Bytes beyond ASCII that make sense as UTF-8 are not a coincidence.
    this.#hasBeenUtf8 ||= is && !isAscii(bytes);
    return is;
  }
}
