import { create, insertMultiple, search } from '@orama/orama';
import { Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import { canonicalText } from '../../src/search/canonical-text.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import { MATCHES, type Match } from '../../src/search/match.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { buildSearchIndex } from '../../src/search/search-index.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import type { BuiltEngine, Engine } from './engines.ts';

// The engines of the `meant` bench with their fuzzy settings: MiniSearch, FlexSearch, Orama, and
// our three modes.

const foodLookup = (match: Match): Engine => ({
  title: `Food Lookup, match=${match}`,
  mostRows: Number.POSITIVE_INFINITY,
  build(descriptions) {
    const read = readFuzzyOptions({});
    if ('faults' in read) throw new Error('The bundled synonyms cannot be read.');
    const engine = new SearchEngine(buildSearchIndex(descriptions), read.fuzzy);
    return { search: (query) => engine.search(canonicalText(query, match), match).rows };
  },
});

const miniSearch: Engine = {
  title: 'MiniSearch, fuzzy 0.2 and prefix',
  mostRows: 300_000,
  build(descriptions) {
    const index = new MiniSearch({ fields: ['description'] });
    index.addAll(descriptions.map((description, id) => ({ id, description })));
    return {
      search(query) {
        const found = index.search(query, { prefix: true, fuzzy: 0.2 });
        return found.slice(0, MAX_FOODS).map(({ id }) => Number(id));
      },
    };
  },
};

/** Its own fuzziness: words by their beginnings, and foods with some of the words. */
const flexSearch: Engine = {
  title: 'FlexSearch, forward and suggest',
  mostRows: 300_000,
  build(descriptions) {
    const index = new Index({ tokenize: 'forward' });
    descriptions.forEach((description, row) => {
      index.add(row, description);
    });
    return {
      search: (query) => index.search(query, { limit: MAX_FOODS, suggest: true }).map(Number),
    };
  },
};

const orama: Engine = {
  title: 'Orama, tolerance 1',
  mostRows: 300_000,
  async build(descriptions): Promise<BuiltEngine> {
    const db = create({ schema: { description: 'string' } as const });
    const foods = descriptions.map((description, row) => ({ id: `row-${row}`, description }));
    await insertMultiple(db, foods, 10_000);
    return {
      search(query) {
        const found = search(db, { term: query, limit: MAX_FOODS, tolerance: 1 });
        if (found instanceof Promise) throw new Error('Orama answers at once without plugins.');
        return found.hits.map(({ id }) => Number(id.slice('row-'.length)));
      },
    };
  },
};

/** Every mode of ours, and others with what they offer for searches as people type them. */
export const FUZZY_ENGINES: readonly Engine[] = [
  ...MATCHES.map(foodLookup),
  miniSearch,
  flexSearch,
  orama,
];
