import { DatabaseSync } from 'node:sqlite';
import MiniSearch, { type SearchOptions } from 'minisearch';
import { canonicalText } from '../../src/search/exact-query.ts';
import { fold } from '../../src/search/fold.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { MATCHES, type Match } from '../../src/search/match.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { buildSearchIndex } from '../../src/search/search-index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { sharedBytes } from '../measure.ts';

/** A built index: returns up to {@link MAX_FOODS} rows for a query. */
export interface BuiltEngine {
  search(query: string): Iterable<number>;
  readonly nativeBytes?: number;
}

export interface Engine {
  readonly title: string;
  readonly maxRows: number;
  build(descriptions: readonly string[]): BuiltEngine;
}

/** Scans the descriptions in order until it has enough matches. */
const scan: Engine = {
  title: '`includes` scan, the first 100',
  maxRows: Number.POSITIVE_INFINITY,
  build(descriptions) {
    const texts = descriptions.map(fold);
    return {
      search(query) {
        const folded = fold(query);
        const rows: number[] = [];
        for (let row = 0; row < texts.length && rows.length < MAX_FOODS; row++) {
          if (texts[row]?.includes(folded)) rows.push(row);
        }
        return rows;
      },
    };
  },
};

/** The trigram index cannot look up fewer than three characters, so SQLite scans for those. */
const sqliteFts5: Engine = {
  title: 'SQLite FTS5, trigram tokenizer, the first 100',
  maxRows: Number.POSITIVE_INFINITY,
  build(descriptions) {
    const db = new DatabaseSync(':memory:');
    db.exec(`CREATE VIRTUAL TABLE foods USING fts5(description, tokenize = 'trigram')`);
    const insert = db.prepare('INSERT INTO foods (rowid, description) VALUES (?, ?)');
    db.exec('BEGIN');
    descriptions.forEach((description, row) => {
      insert.run(row, fold(description));
    });
    db.exec('COMMIT');
    const limit = `LIMIT ${MAX_FOODS}`;
    const matching = db.prepare(`SELECT rowid FROM foods WHERE description MATCH ? ${limit}`);
    const like = db.prepare(
      `SELECT rowid FROM foods WHERE description LIKE ? ESCAPE '\\' ${limit}`,
    );
    const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
    return {
      nativeBytes: pragma('page_count') * pragma('page_size'),
      search(query) {
        const folded = fold(query);
        const rows =
          [...folded].length < 3
            ? like.all(`%${folded.replace(/[\\%_]/g, '\\$&')}%`)
            : matching.all(`"${folded.replaceAll('"', '""')}"`);
        return rows.map(({ rowid }) => Number(rowid));
      },
    };
  },
};

/** Finds words by prefix. To find text inside words, it would need an index of every suffix. */
const miniSearch = (title: string, options: SearchOptions): Engine => ({
  title,
  maxRows: 300_000,
  build(descriptions) {
    const index = new MiniSearch({ fields: ['description'] });
    index.addAll(descriptions.map((description, id) => ({ id, description: fold(description) })));
    return {
      search: (query) =>
        index
          .search(fold(query), options)
          .slice(0, MAX_FOODS)
          .map(({ id }) => Number(id)),
    };
  },
});

const foodLookup = (match: Match, title = `Food Lookup, match=${match}`): Engine => ({
  title,
  maxRows: Number.POSITIVE_INFINITY,
  build(descriptions) {
    const read = readFuzzyOptions({});
    if ('faults' in read) throw new Error('The bundled synonyms cannot be read.');
    const index = buildSearchIndex(descriptions);
    const engine = new SearchEngine(index, read.fuzzy);
    const search = (query: string) => engine.search(canonicalText(query, match), match).rows;
    return { search, nativeBytes: sharedBytes(index) };
  },
});

/** Engines that find text as typed. Ours is first, since the others are compared to it. */
export const ENGINES: readonly Engine[] = [
  foodLookup('substring', 'Food Lookup (ranked)'),
  scan,
  sqliteFts5,
  miniSearch('MiniSearch, prefix search', { prefix: true, combineWith: 'AND' }),
];

/** All our modes, and MiniSearch with its search-as-you-type features. */
export const FUZZY_ENGINES: readonly Engine[] = [
  ...MATCHES.map((match) => foodLookup(match)),
  miniSearch('MiniSearch, fuzzy 0.2 and prefix', { prefix: true, fuzzy: 0.2 }),
];
