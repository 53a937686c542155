import { createHash } from 'node:crypto';
import { type StoredEntry, searchableText, serializeEntry } from '../food/food-entry.ts';
import { buildSearchIndex } from '../search/search-index.ts';
import { Searcher } from '../search/searcher.ts';
import type { FoodCatalog, FoodQuery } from './food-catalog.ts';

/** A catalog that holds its entries in memory. An entry's place in the iteration breaks ties. */
export async function createMemoryCatalog(entries: Iterable<StoredEntry>): Promise<FoodCatalog> {
  const rows: string[] = [];
  const descriptions: (string | null)[] = [];
  const hash = createHash('sha256');
  for (const entry of entries) {
    const row = serializeEntry(entry);
    hash.update(row).update('\n');
    rows.push(row);
    descriptions.push(searchableText(entry.description));
  }
  const searcher = new Searcher(buildSearchIndex(descriptions));
  return {
    size: rows.length,
    revision: hash.digest('hex').slice(0, REVISION_LENGTH),
    search({ text, match }: FoodQuery): Uint8Array {
      const found = [...searcher.search(text, match)];
      return Buffer.from(`[${found.map((row) => rows[row]).join(',')}]`);
    },
  };
}

/** 64 bits: enough to tell the tables that one address ever serves apart. */
const REVISION_LENGTH = 16;
