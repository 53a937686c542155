import { TextDecoder } from 'node:util';
import sax, { type QualifiedTag, type Tag } from 'sax';
import { messageOf } from '../../errors/user-error.ts';
import { ImportError } from '../import-error.ts';
import { checkWidth, TABLE_NAME } from '../record-source.ts';
import { markedEncoding } from './encoding.ts';
import type { OnText } from './json-elements.ts';

// Streams XML: Excel workbooks, CIQUAL, and other tables.

/** Called for the parts of an XML file as they are read. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** A row of 100 bytes may expand to 4,096 cells, so larger slices could take too much memory. */
const XML_SLICE_BYTES = 2 ** 12;
/** The maximum length of an element's text, in UTF-16 units. With more, the file is not a table. */
const MAX_ELEMENT_TEXT = 2 ** 20;
/** The deepest nesting of elements. No table comes close. */
const MAX_OPEN_ELEMENTS = 1_000;

/**
 * Streams XML, which may be larger than memory, and pauses after each slice. Entities declared in
 * the file, which could expand without end, are not resolved.
 *
 * @param name - the file, for errors
 * @throws ImportError if it is not well-formed, or too deep, wide or long to be a table
 */
export async function* readXml(
  name: string,
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
): AsyncGenerator<undefined> {
  const parser = new sax.SAXParser(true, { position: false });
  const fail = (reason: string): never => {
    throw new ImportError(name, `it is not XML (${reason.replaceAll(/\s+/g, ' ')}).`);
  };
  let depth = 0;
  let attributes = 0;
  /** The bytes parsed since the last opening tag or text, such as a comment or an attribute. */
  let unfinished = 0;
  parser.onerror = (error) => fail(messageOf(error));
  parser.onattribute = () => {
    attributes += 1;
    checkWidth(name, attributes);
  };
  parser.onopentag = (tag: Tag | QualifiedTag) => {
    attributes = 0;
    unfinished = 0;
    // The parser only qualifies names if it is told to read namespaces.
    if (!('prefix' in tag)) handler.open?.(localName(tag.name), tag.attributes);
    depth += 1;
    if (depth > MAX_OPEN_ELEMENTS) fail('too many nested elements');
  };
  let length = 0;
  const text = (part: string) => {
    length += part.length;
    unfinished = 0;
    if (length > MAX_ELEMENT_TEXT) fail('an element has too much text');
    handler.text?.(part);
  };
  parser.ontext = text;
  parser.oncdata = text;
  parser.onclosetag = (tag) => {
    depth -= 1;
    length = 0;
    handler.close?.(localName(tag));
  };
  let decoder: TextDecoder | undefined;
  let encoding = 'UTF-8';
  const decoded = (bytes?: Uint8Array): string => {
    try {
      decoder ??= new TextDecoder(encoding, { fatal: true });
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return fail(`it is not valid ${encoding}. Save it as UTF-8`);
    }
  };
  for await (const chunk of chunks) {
    if (decoder === undefined) encoding = encodingIn(chunk) ?? encoding;
    for (let at = 0; at < chunk.length; at += XML_SLICE_BYTES) {
      parser.write(decoded(chunk.subarray(at, at + XML_SLICE_BYTES)));
      unfinished += XML_SLICE_BYTES;
      if (unfinished > MAX_ELEMENT_TEXT) fail('an attribute or a comment is too long');
      yield undefined;
    }
  }
  parser.write(decoded()).close();
  yield undefined;
}

/** Returns a name without its namespace prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the encoding that the beginning of a file reveals or declares. */
function encodingIn(start: Buffer): string | undefined {
  const named = /^[^>]{0,100}encoding=["']([\w-]+)["']/.exec(start.toString('latin1', 0, 200));
  return markedEncoding(start) ?? named?.[1];
}

/**
 * Reads XML as a table. The first text at least three elements deep sets the depth of fields. The
 * element around a field is a record, whose attributes are fields too. In database exports, an
 * attribute may name a field or the table.
 *
 * @param onText - called with the strings outside of records, and the root's attributes
 */
export async function* readXmlRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  onText: OnText = () => {},
): AsyncGenerator<Readonly<Record<string, string>>[]> {
  let records: Record<string, string>[] = [];
  let record: Record<string, string> = {};
  let depth = 0;
  let text = '';
  const open: Element[] = [];
  const handler: XmlHandler = {
    open: (tag, attributes) => {
      const isRoot = open.push({ ...attributes, tag }) === 1;
      if (isRoot)
        for (const [name, value] of Object.entries(attributes)) onText(`${name}: ${value}`);
      if (open.length === depth) record = {};
      text = '';
    },
    text: (part) => {
      text += part;
    },
    close: () => {
      const [at, own, value] = [open.length, open.pop(), text.trim()];
      text = '';
      if (own === undefined) return;
      if (depth === 0 && at > 2 && value !== '') depth = at - 1;
      const { name: field = own.tag, unit } = own;
      if (at === depth + 1) record[unit ? `${field} (${unit})` : `${field}`] = value;
      if (at === depth) records.push(withName(record, own, open.at(-1)));
      if (at <= Math.max(2, depth)) onText(`${own.tag}: ${value}`);
    },
  };
  for await (const _ of readXml(name, chunks, handler)) {
    if (records.length > 0) yield records;
    records = [];
  }
}

/** The attributes of an element, and its tag. */
type Element = Readonly<Record<string, string>>;

/** Adds the table's name, or else the record's attributes. */
function withName(record: Record<string, string>, own: Element, parent: Element | undefined) {
  const table = [own, parent].find((one) => /^table(?:_data)?$/i.test(one?.tag ?? ''))?.name;
  if (table !== undefined) return { ...record, [TABLE_NAME]: table };
  const { tag, ...attributes } = own;
  return { ...attributes, ...record };
}
