import { expect, test } from 'vitest';
import { BestRanks, RankCollector } from './best-ranks.ts';
import { tierOf } from './ranking.ts';
import { buildSearchIndex } from './search-index.ts';
import { countOfShortWord, firstPosting, POSITION_SHIFT, postingsOf } from './term-index.ts';
import { DECODER, ENCODER } from './utf8.ts';
import { WORD_POSITIONS } from './word-position.ts';
import { Work } from './work.ts';

const { words, shortWordCounts } = buildSearchIndex([
  ...['Egg, egg', 'Veggie, bee', 'Bee é', 'Soup, egg e', 'e', 'gg egg'],
]);
const TERMS = Array.from(words.firstRanks, (_, term) =>
  DECODER.decode(words.bytes.slice(words.starts[term], words.starts[term + 1])),
);

test.each(['e', 'g', 'é', 'eg', 'gg', 'ee', 'ge', 'x', 'xx'])(
  'the texts with each word that contains %j are counted when the index is built',
  (run) => {
    const counts = TERMS.map((word, term) =>
      word.includes(run) ? postingsOf(words, term).length : 0,
    );
    const sum = counts.reduce((a, b) => a + b);
    expect(countOfShortWord(shortWordCounts, ENCODER.encode(run))).toBe(sum);
  },
);

test('a collector visits the texts that contain a word, one position after another, in order', () => {
  for (const [term, word] of TERMS.entries()) {
    const best = new BestRanks(6);
    const collector = new RankCollector(best, new Work());
    const counts = WORD_POSITIONS.map((position) => {
      const before = best.toArray().length;
      collector.collectPostings(words, term, position, tierOf(position));
      return best.toArray().length - before;
    });
    const postings = postingsOf(words, term);
    const positions = Array.from(postings, (posting) => posting >>> POSITION_SHIFT);
    expect(counts, word).toEqual(
      WORD_POSITIONS.map((one) => positions.filter((p) => p === one).length),
    );
    expect(Math.min(...best.toArray())).toBe(words.firstRanks[term]);
    expect(firstPosting(words, term, 0)).toBe(words.postingStarts[term]);
  }
});
