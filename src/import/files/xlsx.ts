import { ImportError } from '../import-error.ts';
import { checkWidth } from '../record-source.ts';
import type { CsvRecord } from './csv-records.ts';
import type { SourceFile } from './source-files.ts';
import { readXml, type XmlHandler } from './xml-records.ts';

// Reads a sheet of an Excel workbook. Chooses the sheet, rounds numbers, and limits text and
// columns.

/** How much workbook text is kept in memory, in UTF-16 units. */
const MAX_TEXTS_LENGTH = 2 ** 25;
/** The overhead of a string besides its characters, in UTF-16 units. */
const TEXT_OVERHEAD = 16;

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
  const shared = files.find((one) => one.name === 'sharedStrings.xml');
  const texts = shared === undefined ? [] : await sharedTexts(name, shared);
  const { title, file } = await sheetOf(name, files, sheet, texts);
  onTitle(title);
  yield* sheetRows(name, file, texts);
}

/** Returns the requested sheet, or the only one that has rows. */
async function sheetOf(
  name: string,
  files: readonly SourceFile[],
  wanted: string | undefined,
  texts: readonly string[],
) {
  const part = (file: string) => files.find((one) => one.name === file);
  const workbook = part('workbook.xml');
  const relations = part('workbook.xml.rels');
  if (workbook === undefined || relations === undefined) {
    throw new ImportError(name, 'the workbook is damaged. Save it again.');
  }
  const titles: { readonly title: string; readonly relation: string }[] = [];
  await readAll(name, workbook, {
    open: (tag, { name: title = '', state = 'visible', 'r:id': relation = '' }) => {
      if (tag === 'sheet' && state === 'visible') titles.push({ title, relation });
    },
  });
  const targets = new Map<string, string>();
  await readAll(name, relations, {
    open: (tag, { Id: id = '', Target: target = '' }) => {
      if (tag === 'Relationship') targets.set(id, target.slice(target.lastIndexOf('/') + 1));
    },
  });
  const sheets = titles.flatMap(({ title, relation }) => {
    const file = part(targets.get(relation) ?? '');
    return file === undefined ? [] : [{ title, file }];
  });
  const filled = [];
  for (const sheet of wanted === undefined ? sheets : []) {
    if (sheets.length === 1 || (await hasRows(name, sheet.file, texts))) filled.push(sheet);
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
  for await (const _ of readXml(name, file.read(), handler)) {
    // The loop only runs the parser; its handler does the work.
  }
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
      if (length > MAX_TEXTS_LENGTH) {
        throw new ImportError(name, 'it has too much text. Save the sheet as CSV.');
      }
      texts.push(text);
    },
  });
  return texts;
}

async function* sheetRows(name: string, file: SourceFile, texts: readonly string[]) {
  let rows: CsvRecord[] = [];
  let place = 0;
  let values: string[] = [];
  let column = 0;
  let cells = 0;
  let type = '';
  let parts: string[] = [];
  let isValue = false;
  let isRaised = false;
  const handler: XmlHandler = {
    open: (tag, { r: reference = '', t = 'n', val }) => {
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
        values[column - 1] = cellText(type, parts.join(''), texts);
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

/** Digits beyond these are floating-point noise: 0.30000000000000004. */
const CELL_DIGITS = 15;

function cellText(type: string, text: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(text)] ?? '';
  // A formula error, such as #DIV/0!, is not a value, and TRUE is not an amount.
  if (type === 'e' || type === 'b') return '';
  if (type !== 'n') return text;
  const number = Number(text);
  // A rounding error instead of 0: 5.6e-17.
  if (Math.abs(number) < 1e-13) return '0';
  return Number.isFinite(number) ? String(Number(number.toPrecision(CELL_DIGITS))) : text;
}

/** Checks whether text with this `vertAlign` is a footnote mark, unlike the number in `B¹²`. */
function isFootnote(alignment: string | undefined, before: readonly string[]): boolean {
  return alignment === 'superscript' && !/\bB$/.test(before.at(-1)?.slice(-2) ?? '');
}
