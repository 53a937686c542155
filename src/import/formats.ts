// The names of the formats for `import --format`, their titles in the help, and the values of
// `--accept`. The command-line help reads this file, so it imports nothing.

/** The titles of the formats that can be imported, by name. */
export const FORMAT_TITLES = {
  'fdc-csv': 'FoodData Central, CSV',
  'fdc-json': 'FoodData Central, JSON',
  'off-csv': 'Open Food Facts, CSV',
  'off-jsonl': 'Open Food Facts, JSON lines',
  'off-json': 'Open Food Facts, JSON',
  csv: 'table',
  xlsx: 'Excel workbook',
  xml: 'XML table',
  long: 'tables of foods, nutrients and amounts',
  json: 'JSON array',
  jsonl: 'JSON lines',
  sqlite: 'SQLite file',
};
export type SourceFormat = keyof typeof FORMAT_TITLES;
export const SOURCE_FORMATS: readonly string[] = Object.keys(FORMAT_TITLES);

/**
 * The faults for which an import is refused unless they are accepted: nutrients that are missing or
 * seem wrong, most rows left out, less than half as many foods as the old table.
 */
export const ACCEPTANCES = ['nutrients', 'rows', 'fewer-foods'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];
