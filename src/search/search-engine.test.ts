import { expect, test } from 'vitest';
import { createSynonyms, parseSynonyms } from './fuzzy/synonyms.ts';
import { canonicalText } from './query.ts';
import { SearchEngine } from './search-engine.ts';
import { buildSearchIndex } from './search-index.ts';
import { Work } from './work.ts';

test('search does the same work each time, even the first time, when it prepares the words', () => {
  const names = Array.from({ length: 500 }, (_, n) => `name ${n}\t>\tegg ${n}`).join('\n');
  const synonyms = createSynonyms([parseSynonyms(names).entries]);
  const work = new Work(1_000);
  const index = buildSearchIndex(['Egg 1', 'Egg 2', 'Milk']);
  const engine = new SearchEngine(
    index,
    { language: 'english', synonyms, everyday: new Map() },
    work,
  );
  const workOf = (text: string) => {
    engine.search(canonicalText(text, 'fuzzy'), 'fuzzy');
    return work.spent;
  };
  // Uses up the allowance.
  engine.search('milk', 'substring');
  work.spend(1_000 - work.spent);
  const first = workOf('egg');
  expect([workOf('egg'), workOf('egg')]).toEqual([first, first]);
});
