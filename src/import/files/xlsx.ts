import { basename } from 'node:path';
import { ImportError } from '../import-error.ts';
import { checkWidth } from '../record-source.ts';
import type { CsvRecord } from './csv-records.ts';
import type { SourceFile } from './source-files.ts';
import { readXml, type XmlHandler } from './xml-records.ts';

// Reads a sheet of an Excel workbook. Chooses the sheet, rounds numbers, and limits text and
// columns.

/** How much workbook text is kept in memory, in UTF-16 units. */
const MAX_TEXTS_LENGTH = 2 ** 25;
/** The overhead of a string and of a tag besides their characters, in UTF-16 units. */
const [TEXT_OVERHEAD, TAG_OVERHEAD] = [16, 256];

/**
 * Yields the rows of a sheet of an Excel workbook (ECMA-376). Numbers become text.
 *
 * @param name - the workbook, for errors
 * @param sheet - a name or a number from 1, not counting hidden sheets; by default, the only sheet
 *   that has rows
 * @param onTitle - called with the name of the sheet
 * @throws ImportError if there is no such sheet, or several could be meant
 */
export async function* readXlsx(
  name: string,
  files: readonly SourceFile[],
  sheet: string | undefined,
  onTitle: (title: string) => void = () => {},
): AsyncGenerator<CsvRecord[]> {
  const part = (file: string) => files.find((one) => one.name === file);
  const [shared, styles] = [part('sharedStrings.xml'), part('styles.xml')];
  const texts = shared === undefined ? [] : await sharedTexts(name, shared);
  const formats = styles === undefined ? [] : await cellFormats(name, styles);
  const { title, file } = await sheetOf(name, part, sheet, { texts, formats });
  onTitle(title);
  yield* sheetRows(name, file, { texts, formats });
}

/** What cells refer to by number: texts, and the formats of numbers. */
type CellValues = Readonly<Record<'texts' | 'formats', readonly string[]>>;

/** Returns the requested sheet, or the only one that has rows. */
async function sheetOf(
  name: string,
  part: (file: string) => SourceFile | undefined,
  wanted: string | undefined,
  values: CellValues,
) {
  const workbook = part('workbook.xml');
  const relations = part('workbook.xml.rels');
  if (workbook === undefined || relations === undefined) {
    throw new ImportError(name, 'the workbook is damaged. Save it again.');
  }
  const targets = new Map(
    (await tagsOf(name, relations, ['Relationship'])).map(({ Id, Target = '' }) => [Id, Target]),
  );
  const sheets = (await tagsOf(name, workbook, ['sheet'])).flatMap(
    ({ name: title = '', state = 'visible', 'r:id': relation = '' }) => {
      const file = part(basename(targets.get(relation) ?? ''));
      return file !== undefined && state === 'visible' ? [{ title, file }] : [];
    },
  );
  const filled = [];
  for (const sheet of wanted === undefined ? sheets : []) {
    if (sheets.length === 1 || (await hasRows(name, sheet.file, values))) filled.push(sheet);
  }
  const found =
    wanted === undefined
      ? filled.length === 1 && filled[0]
      : (sheets.find(({ title }) => title === wanted) ?? sheets[Number(wanted) - 1]);
  if (found) return found;
  const names = sheets.map(({ title }) => JSON.stringify(title)).join(', ');
  const [largest] = sheets.toSorted((a, b) => (b.file.bytes ?? 0) - (a.file.bytes ?? 0));
  throw new ImportError(
    name,
    wanted === undefined
      ? `it has several sheets: ${names}. Choose one with --sheet, such as the largest, ${JSON.stringify(largest?.title)}.`
      : `it has no sheet ${JSON.stringify(wanted)}, but ${names}.`,
  );
}

async function hasRows(...sheet: Parameters<typeof sheetRows>): Promise<boolean> {
  for await (const _ of sheetRows(...sheet)) return true;
  return false;
}

async function readAll(name: string, file: SourceFile, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(name, file.read(), handler));
}

/** Returns the tags of some names in a file, with their attributes. */
async function tagsOf(name: string, file: SourceFile, wanted: readonly string[]) {
  const tags: Readonly<Record<string, string>>[] = [];
  let length = 0;
  await readAll(name, file, {
    open: (tag, attributes) => {
      if (!wanted.includes(tag)) return;
      length += TAG_OVERHEAD + Object.values(attributes).join('').length;
      checkLength(name, length);
      tags.push({ ...attributes, tag });
    },
  });
  return tags;
}

function checkLength(name: string, length: number): void {
  if (length <= MAX_TEXTS_LENGTH) return;
  throw new ImportError(name, 'it has too much text. Save the sheet as CSV.');
}

/**
 * Returns the strings that cells refer to by number, without phonetic hints (`rPh`) and superscript
 * footnotes.
 */
async function sharedTexts(name: string, file: SourceFile): Promise<readonly string[]> {
  const texts: string[] = [];
  const parts: string[] = [];
  let length = 0;
  let isText = false;
  let isLeftOut = false;
  await readAll(name, file, {
    open: (tag, { val }) => {
      if (tag === 'si' || tag === 'r') isLeftOut = false;
      if (tag === 'rPh' || isFootnote(val, parts)) isLeftOut = true;
      isText = tag === 't';
    },
    text: (part) => {
      if (isText && !isLeftOut) parts.push(part);
    },
    close: (tag) => {
      isText = false;
      if (tag !== 'si') return;
      const text = parts.splice(0).join('');
      length += text.length + TEXT_OVERHEAD;
      checkLength(name, length);
      texts.push(text);
    },
  });
  return texts;
}

/** Returns the number format of each cell style: its code or, if it is built in, its number. */
async function cellFormats(name: string, file: SourceFile): Promise<readonly string[]> {
  const tags = await tagsOf(name, file, ['numFmt', 'cellXfs', 'xf']);
  const codes = new Map(
    tags.map(({ formatCode, numFmtId }) => [formatCode && numFmtId, formatCode]),
  );
  const cells = tags.slice(tags.findIndex(({ tag }) => tag === 'cellXfs'));
  return cells
    .filter(({ tag }) => tag === 'xf')
    .map(({ numFmtId = '' }) => (codes.get(numFmtId) ?? numFmtId).replaceAll(LITERAL, ''));
}

async function* sheetRows(name: string, file: SourceFile, { texts, formats }: CellValues) {
  let rows: CsvRecord[] = [];
  let place = 0;
  let values: string[] = [];
  let column = 0;
  let cells = 0;
  let type = '';
  let format = '';
  let parts: string[] = [];
  let isValue = false;
  let isRaised = false;
  const handler: XmlHandler = {
    open: (tag, { r: reference = '', t = 'n', s: style = '', val }) => {
      if (tag === 'c' || tag === 'r') isRaised = false;
      if (isFootnote(val, parts)) isRaised = true;
      if (tag === 'row') {
        place = Number(reference) || place + 1;
        values = [];
        column = 0;
        cells = 0;
      } else if (tag === 'c') {
        column = columnOf(reference) || column + 1;
        cells += 1;
        checkWidth(name, Math.max(column, cells));
        type = t;
        format = formats[Number(style)] ?? '';
        parts = [];
      }
      isValue = tag === 'v' || tag === 't';
    },
    text: (part) => {
      if (isValue && !isRaised) parts.push(part);
    },
    close: (tag) => {
      isValue = false;
      if (tag === 'c' && parts.length > 0) {
        while (values.length < column - 1) values.push('');
        values[column - 1] = cellText(type, parts.join(''), texts, format);
      }
      if (tag === 'row' && values.some((value) => value.trim() !== ''))
        rows.push({ place, values });
    },
  };
  for await (const _ of readXml(name, file.read(), handler)) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

/** Returns the column number in a reference: 28 for `AB12`; 0 if there is none. */
function columnOf(reference: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Text and colors in the code of a number format. */
const LITERAL = /"[^"]*"|\[[^\]]*\]|\\./g;
/** The codes of percentages and dates, and the numbers of those that are built in. */
const [PERCENTAGE, DATE] = [/%|^(?:9|10)$/, /[dy]|^(?:1[4-7]|22)$/i];
/** Excel's number of the first day of 1970. */
const DAYS_TO_1970 = 25_569;

/** Digits beyond these are floating-point noise: 0.30000000000000004. */
const CELL_DIGITS = 15;

function cellText(type: string, text: string, texts: readonly string[], format: string): string {
  if (type === 's') return texts[Number(text)] ?? '';
  // A formula error, such as #DIV/0!, is not a value, and TRUE is not an amount.
  if (type === 'e' || type === 'b') return '';
  if (type !== 'n') return text;
  const number = Number(text);
  // A rounding error instead of 0: 5.6e-17.
  if (Math.abs(number) < 1e-13) return '0';
  if (!Number.isFinite(number)) return text;
  if (DATE.test(format)) return new Date((number - DAYS_TO_1970) * 864e5).toDateString();
  const exact = (value: number) => String(Number(value.toPrecision(CELL_DIGITS)));
  return PERCENTAGE.test(format) ? `${exact(100 * number)}%` : exact(number);
}

/** Checks whether text with this `vertAlign` is a footnote mark, unlike the number in `B¹²`. */
function isFootnote(alignment: string | undefined, before: readonly string[]): boolean {
  return alignment === 'superscript' && !/\bB$/.test(before.at(-1)?.slice(-2) ?? '');
}
