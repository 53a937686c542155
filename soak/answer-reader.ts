export interface Answer {
  readonly status: number;
  /** All lines of each header, by lowercase name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const END_OF_HEAD = '\r\n\r\n';
const MAX_HEAD_BYTES = 65_536;
const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]+$/;
const HEADER_LINE =
  /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\x21-\xff]?(?:[\t\x20-\x7e\x80-\xff]*[\x21-\xff])?)[\t ]*$/;

/** Reads the responses on one connection (RFC 9112). Unlike most clients, requires `Content-Length`. */
export class AnswerReader {
  /** Returns whether the next response has a body; `undefined` if no request was sent. */
  readonly #nextHasBody: () => boolean | undefined;
  #chunks: Buffer[] = [];
  #length = 0;
  #begun: (Omit<Answer, 'body'> & { bodyStart: number; end: number }) | undefined;

  /** @param nextHasBody called once per response: `false` for HEAD, `undefined` if no request was sent */
  constructor(nextHasBody: () => boolean | undefined) {
    this.#nextHasBody = nextHasBody;
  }

  /** Whether all bytes so far belong to complete responses. */
  get isBetweenAnswers(): boolean {
    return this.#length === 0;
  }

  /** Returns the responses that the bytes complete, without interim ones. @throws ProtocolError */
  push(chunk: Buffer): Answer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const answers: Answer[] = [];
    // Large bodies arrive in many chunks, which are joined once, after the last.
    while (this.#length > 0 && this.#length >= (this.#begun?.end ?? 0)) {
      const bytes = Buffer.concat(this.#chunks);
      this.#chunks = [bytes];
      this.#begun ??= this.#readHead(bytes);
      if (this.#begun === undefined || this.#length < this.#begun.end) break;
      const { bodyStart, end, ...answer } = this.#begun;
      if (answer.status >= 200) answers.push({ ...answer, body: bytes.subarray(bodyStart, end) });
      this.#begun = undefined;
      this.#chunks = [bytes.subarray(end)];
      this.#length -= end;
    }
    return answers;
  }

  #readHead(bytes: Buffer) {
    const headEnd = bytes.indexOf(END_OF_HEAD);
    if (headEnd === -1) {
      if (bytes.length > MAX_HEAD_BYTES)
        throw new ProtocolError('The head of an answer has no end');
      return undefined;
    }
    const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
    const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new ProtocolError(`Not a status line: ${quoted(statusLine)}`);
    const headers = readHeaders(lines);
    const bodyStart = headEnd + END_OF_HEAD.length;
    const length = status < 200 ? 0 : this.#bodyLength(status, headers);
    return { status, headers, bodyStart, end: bodyStart + length };
  }

  #bodyLength(status: number, headers: ReadonlyMap<string, readonly string[]>): number {
    const hasBody = this.#nextHasBody();
    if (hasBody === undefined) throw new ProtocolError(`An unrequested answer (${status})`);
    if (headers.has('transfer-encoding')) throw new ProtocolError('Transfer-Encoding in an answer');
    const [length, ...more] = headers.get('content-length') ?? [];
    if (more.length > 0 || (length !== undefined && !/^\d+$/.test(length))) {
      throw new ProtocolError(`Not a length: ${[length, ...more]}`);
    }
    if (status === 204 || status === 304 || !hasBody) return 0;
    if (length === undefined) throw new ProtocolError(`An answer (${status}) without a length`);
    return Number(length);
  }
}

function readHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new ProtocolError(`Not a header: ${quoted(line)}`);
    }
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return headers;
}

function quoted(line: string): string {
  return JSON.stringify(line.slice(0, 200));
}
