// The names of the formats for `import --format`, their titles in the help, and what `--accept` takes.
// The help of the command line reads this file: it imports nothing.

/** The kinds of data that can be imported, by their names. */
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
 * What an import refuses unless it is accepted: foods that lack energy or other nutrients, most rows
 * left out, less than half of the foods that the table has.
 */
export const ACCEPTANCES = ['nutrients', 'rows', 'fewer-foods'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];
