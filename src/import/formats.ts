// The names of the formats for `import --format`, their titles in the help, and what `--accept` takes.
// The help of the command line reads this file: it imports nothing.

/** The kinds of data that can be imported. */
export const SOURCE_FORMATS = [
  'fdc-csv',
  'fdc-json',
  'off-csv',
  'off-jsonl',
  'off-json',
  'csv',
  'xlsx',
  'xml',
  'long',
  'json',
  'jsonl',
  'sqlite',
] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export const FORMAT_TITLES: Readonly<Record<SourceFormat, string>> = {
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

/**
 * What an import refuses unless it is accepted: foods that lack energy or other nutrients, most rows
 * left out, less than half of the foods that the table has.
 */
export const ACCEPTANCES = ['nutrients', 'rows', 'fewer-foods'] as const;
export type Acceptance = (typeof ACCEPTANCES)[number];
