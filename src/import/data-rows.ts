import { readFileSync } from 'node:fs';

// Reads the files in `data/` that tell the import how to read other tables.

/** Returns the rows of a file of tab-separated values in `data/`. */
export function dataRows(name: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
}
