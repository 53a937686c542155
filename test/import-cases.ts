import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { EntryTable } from '../src/catalog/entry-store.ts';
import type { StoredValue } from '../src/food/decimal.ts';
import { type ImportOptions, importFoods } from '../src/import/import-foods.ts';

// Writes files to import, and imports them, for tests.

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-import-'));
let files = 0;

/** Writes a file to import and returns its path. */
export function sourceFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, `${files++}-${name}`);
  writeFileSync(path, content);
  return path;
}

/** Returns an uncompressed zip archive of these files (APPNOTE.TXT 4.3). */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), data]);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}

/** Imports a source; returns the report and the rows as objects. */
export async function imported(path: string, options?: ImportOptions) {
  const rows: Record<string, StoredValue>[] = [];
  const keep = async ({ columns, batches }: EntryTable) => {
    for await (const batch of batches) {
      for (const row of batch) {
        rows.push(Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));
      }
    }
    return rows.length;
  };
  const report = await importFoods(path, keep, options);
  const counts = Object.fromEntries(
    [...report.skipped, ...report.findings].map(({ rule, count }) => [rule, count]),
  );
  return { report, rows, counts };
}
