import { type ConnectionError, serverError } from './faults.ts';

// Extracts the rows of COPY … TO STDOUT from the server's messages.

const COPY_DATA = 'd'.charCodeAt(0);
const ERROR = 'E'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
/** A letter for the message type, then the length, which does not include the letter. */
const MESSAGE_HEAD_BYTES = 5;

/**
 * Separates rows from the other messages that a server sends.
 *
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class CopyMessages {
  /** How many rows have been received so far. */
  count = 0;
  /** Whether the server is ready for the next statement. */
  isEnded = false;
  /** The error that the server sent. */
  error: ConnectionError | undefined;
  /**
   * Bytes kept for the next call: the beginning of a message that is not a row, or an incomplete
   * message header.
   */
  #begun: Buffer = Buffer.alloc(0);
  /** How many bytes of the current row are missing. */
  #missing = 0;

  /**
   * Returns the text of the rows in these bytes. The text overwrites the bytes, to avoid a copy.
   */
  take(received: Buffer): Buffer {
    const data = this.#begun.length === 0 ? received : Buffer.concat([this.#begun, received]);
    this.#begun = Buffer.alloc(0);
    let written = 0;
    let at = 0;
    for (;;) {
      const end = Math.min(at + this.#missing, data.length);
      data.copyWithin(written, at, end);
      written += end - at;
      this.#missing -= end - at;
      at = end;
      if (data.length - at < MESSAGE_HEAD_BYTES) break;
      const length = 1 + data.readUInt32BE(at + 1);
      if (data[at] === COPY_DATA) {
        this.count += 1;
        this.#missing = length - MESSAGE_HEAD_BYTES;
        at += MESSAGE_HEAD_BYTES;
        continue;
      }
      if (data.length - at < length) break;
      this.#note(data.subarray(at, at + length));
      at += length;
    }
    if (at < data.length) this.#begun = Buffer.from(data.subarray(at));
    return data.subarray(0, written);
  }

  #note(message: Buffer): void {
    if (message[0] === READY) this.isEnded = true;
    if (message[0] === ERROR) this.error = serverError(message.subarray(MESSAGE_HEAD_BYTES));
  }
}

/** Returns the message that sends a statement. */
export function queryMessage(statement: string): Buffer {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.from('Q\0\0\0\0');
  head.writeUInt32BE(text.length + MESSAGE_HEAD_BYTES - 1, 1);
  return Buffer.concat([head, text]);
}
