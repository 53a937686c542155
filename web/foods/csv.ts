// Reads CSV (RFC 4180).

/**
 * Returns the records of CSV text, keyed by the names in its first line; `undefined` if a quote is
 * not closed or is inside a field.
 */
export function readCsv(
  text: string,
  separator: ',' | ';' = ',',
): Readonly<Record<string, string>>[] | undefined {
  // A field, quoted or not, and the separator or line break after it.
  const field = new RegExp(
    String.raw`(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`,
    'y',
  );
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at < text.length || line.length > 0; ) {
    field.lastIndex = at;
    const [whole, quoted, plain = '', end] = field.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    if (line.some((one) => one.trim() !== '')) lines.push(line);
    line = [];
  }
  const [names = [], ...records] = lines;
  return records.map((fields) =>
    Object.fromEntries(names.map((name, i) => [name, fields[i] ?? ''])),
  );
}
