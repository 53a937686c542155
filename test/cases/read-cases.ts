import { readFileSync } from 'node:fs';

/** Returns the content of a case file in this folder: a JSON table, a TSV table, or searches. */
export function readCases(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** Returns the searches in a file, one per line. */
export function readQueries(
  name: 'queries-usda.txt' | 'queries-many.txt' | 'queries-misspelled.txt',
): string[] {
  return readCases(name).split('\n').filter(Boolean);
}
