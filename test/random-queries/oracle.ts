import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { EntryTable } from '../../src/catalog/entry-store.ts';
import { fatGrams } from '../../src/food/fat.ts';
import { fold } from '../../src/search/fold.ts';
import { naiveFuzzyFoods } from '../../src/search/fuzzy/naive-fuzzy-search.case.ts';
import type { FuzzyOptions } from '../../src/search/fuzzy/synonyms.ts';
import { naiveSearch } from '../../src/search/naive-search.case.ts';

/** A query as docs/api.md defines it. Without search text, it goes to `/api/foods`. */
export interface Query {
  readonly text: string | undefined;
  readonly match: 'substring' | 'words' | 'fuzzy';
  readonly where: readonly {
    readonly column: string;
    readonly operator: string;
    readonly value: string;
  }[];
  readonly sort: { column: string; divisor?: string; isDescending: boolean } | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface Expected {
  /** The keys of the foods, in order. */
  readonly keys: readonly string[];
  readonly total: number;
  readonly next: number | undefined;
}

type Row = Record<string, SQLOutputValue>;

const BUNDLED = fileURLToPath(new URL('../../data/usda-sr28.sqlite', import.meta.url));
/** Beyond this number, doubles cannot tell all integers apart. */
const BIG = 2n ** 53n;

/**
 * Implements docs/api.md a second time: conditions, orders and counts by SQL over folded columns,
 * the ranking by plain scans. The first hundred ranked foods are the service's own, which other
 * tests check.
 */
export class QueryOracle {
  readonly rows: readonly Row[];
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly #database = new DatabaseSync(':memory:');
  readonly #descriptions: readonly string[];
  readonly #names: readonly (string | null)[];
  readonly #fuzzy: FuzzyOptions;
  readonly #ranks = new Map<
    string,
    readonly { readonly row: number; readonly isWhole: boolean }[]
  >();

  /**
   * @param share uses every `share`th bundled food
   * @param hasBig whether to add a column of integers beyond 2^53, which imports write only to
   *   SQLite
   */
  constructor(share: number, fuzzy: FuzzyOptions, hasBig: boolean) {
    this.#fuzzy = fuzzy;
    using bundled = new DatabaseSync(BUNDLED, { readOnly: true });
    const all: Row[] = bundled.prepare('SELECT * FROM entries ORDER BY rowid').all();
    this.rows = all
      .filter((_, row) => row % share === 0)
      // Five integers in turn, and null in every seventh row.
      .map((row, i) => (hasBig ? { ...row, big: i % 7 === 0 ? null : BIG + BigInt(i % 5) } : row));
    this.#descriptions = this.rows.map(({ description }) => String(description));
    this.#names = this.rows.map(({ common_names: names }) =>
      names === null ? null : String(names),
    );
    const names = Object.keys(this.rows[0] ?? {});
    const hasText = (name: string) => this.rows.some((row) => typeof row[name] === 'string');
    this.texts = names.filter((name) => hasText(name) && name !== 'portions');
    this.numbers = [...names.filter((name) => !hasText(name)), 'fat_g'];
    this.#fill();
  }

  /** The foods as a table for an import. */
  get table(): EntryTable {
    const names = Object.keys(this.rows[0] ?? {});
    const values = this.rows.map((row) =>
      names.map((name) => {
        const value = row[name] ?? null;
        if (value instanceof Uint8Array) throw new TypeError(`${name} holds bytes`);
        return value;
      }),
    );
    const typeOf = (name: string) =>
      name === 'big' ? 'any' : this.texts.includes(name) || name === 'portions' ? 'text' : 'number';
    return { columns: names.map((name) => ({ name, type: typeOf(name) })), batches: [values] };
  }

  /**
   * @param listed the keys of the foods that the service lists for the text without conditions, in
   * order
   */
  answer(query: Query, listed: readonly string[]): Expected {
    const { where, sort, limit, offset } = query;
    this.#rank(query, listed);
    const conditions = where.map(({ column, operator }) =>
      operator === '!' ? `"${column}" IS NULL` : `"${column}" ${operator} ?`,
    );
    const values = where.flatMap(({ column, operator, value }) =>
      operator === '!' ? [] : [this.#bound(column, value)],
    );
    const all = this.#database
      .prepare(
        `SELECT key, counted FROM ranked JOIN foods USING (n)
         ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
         ORDER BY ${orderOf(sort)} place`,
      )
      .all(...values);
    const counted = all.filter((row) => row.counted === 1);
    const isAnyWhole = this.#database.prepare('SELECT max(counted) m FROM ranked').get()?.m === 1;
    const list = sort !== undefined && isAnyWhole ? counted : all;
    const keys = list.slice(offset, offset + limit).map(({ key }) => String(key));
    const next = offset + keys.length;
    return {
      keys,
      total: isAnyWhole ? counted.length : all.length,
      next: keys.length > 0 && next < list.length && next <= 10_000 ? next : undefined,
    };
  }

  /** The groups of the foods that match a query, with counts. */
  groups(query: Query, listed: readonly string[], column: string) {
    this.#rank(query, listed);
    const isAnyWhole = this.#database.prepare('SELECT max(counted) m FROM ranked').get()?.m === 1;
    const { where } = query;
    const conditions = where.map(({ column: name, operator }) =>
      operator === '!' ? ` AND "${name}" IS NULL` : ` AND "${name}" ${operator} ?`,
    );
    const values = where.flatMap(({ column: name, operator, value }) =>
      operator === '!' ? [] : [this.#bound(name, value)],
    );
    return this.#database
      .prepare(
        `SELECT "${column}" folded, count(*) count FROM ranked JOIN foods USING (n)
         WHERE "${column}" IS NOT NULL ${isAnyWhole ? 'AND counted' : ''} ${conditions.join('')}
         GROUP BY 1 ORDER BY 2 DESC, 1`,
      )
      .all(...values)
      .map(({ folded, count }) => ({ value: String(folded), count: Number(count) }));
  }

  #fill(): void {
    const columns = [...this.numbers, ...this.texts];
    this.#database.exec(`
      CREATE TABLE foods (n INTEGER PRIMARY KEY, key, ${columns.map((name) => `"${name}"`).join()});
      CREATE TABLE ranked (n INTEGER, place INTEGER, counted INTEGER)`);
    const insert = this.#database.prepare(
      `INSERT INTO foods VALUES (?, ?, ${columns.map(() => '?').join()})`,
    );
    this.rows.forEach((row, n) => {
      const grams = (name: string) => Number(row[name] ?? 0);
      const fat = fatGrams(grams('fa_sat_g'), grams('fa_mono_g'), grams('fa_poly_g'));
      const values = columns.map((name) => {
        if (name === 'fat_g') return Number(fat);
        const value = row[name] ?? null;
        return typeof value === 'string' ? fold(value) : value;
      });
      insert.run(n, String(row.ndb_no), ...values);
    });
  }

  #bound(column: string, value: string): string | number | bigint {
    if (this.texts.includes(column)) return fold(value);
    return column === 'big' ? BigInt(value) : Number(value);
  }

  /** Fills the `ranked` table. */
  #rank({ text, match }: Query, listed: readonly string[]): void {
    this.#database.exec('DELETE FROM ranked');
    const insert = this.#database.prepare('INSERT INTO ranked VALUES (?, ?, ?)');
    const ranked =
      text === undefined
        ? this.rows.map((_, row) => ({ row, isWhole: true }))
        : this.#rankOf(text, match, listed);
    this.#database.exec('BEGIN');
    ranked.forEach(({ row, isWhole }, place) => {
      insert.run(row, place, Number(isWhole));
    });
    this.#database.exec('COMMIT');
  }

  #rankOf(text: string, match: Query['match'], listed: readonly string[]) {
    const name = `${match}:${text}`;
    const known = this.#ranks.get(name);
    if (known !== undefined) return known;
    const found =
      match === 'fuzzy'
        ? naiveFuzzyFoods(
            { descriptions: this.#descriptions, names: this.#names },
            text,
            this.#fuzzy,
          )
        : naiveSearch(this.#descriptions, text, match, this.rows.length).map((row) => ({
            row,
            isWhole: true,
          }));
    const wholes = new Set(found.filter(({ isWhole }) => isWhole).map(({ row }) => row));
    const first = listed.map((key) => this.rows.findIndex((row) => row.ndb_no === key));
    const later = found.filter(({ row, isWhole }) => isWhole && !first.includes(row));
    const shown = wholes.size > first.length ? first.filter((row) => wholes.has(row)) : first;
    const ranked = [...shown.map((row) => ({ row, isWhole: wholes.has(row) })), ...later];
    this.#ranks.set(name, ranked);
    return ranked;
  }
}

function orderOf(sort: Query['sort']): string {
  if (sort === undefined) return '';
  const { column, divisor, isDescending } = sort;
  const key = divisor === undefined ? `"${column}"` : `"${column}" * 1.0 / "${divisor}"`;
  return `${key} IS NULL, ${key} ${isDescending ? 'DESC' : 'ASC'},`;
}
