// Reads CSV (RFC 4180).

/** A field, quoted or not, and the separator or line break after it (RFC 4180). */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y;

/**
 * Returns the records of a CSV text, keyed by the names in its first line; `undefined` if a quote
 * is not closed or is inside a field.
 */
export function readCsv(text: string): Readonly<Record<string, string>>[] | undefined {
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at < text.length || line.length > 0; ) {
    FIELD.lastIndex = at;
    const [whole, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (line.some((field) => field.trim() !== '')) lines.push(line);
    line = [];
  }
  const [names = [], ...records] = lines;
  return records.map((fields) =>
    Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ''])),
  );
}
