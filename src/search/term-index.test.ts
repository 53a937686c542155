import { expect, test } from 'vitest';
import { buildSearchIndex } from './search-index.ts';
import { countOfShortWord, firstPosting, NO_RANK, postingsOf, RankWalk } from './term-index.ts';
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

test('a walk visits the texts that contain a word, one position after another, in order', () => {
  const walk = new RankWalk(new Work());
  for (const [term, word] of TERMS.entries()) {
    const visited = WORD_POSITIONS.flatMap((position) => {
      const ranks: number[] = [];
      for (let rank = walk.start(words, term, position); rank !== NO_RANK; rank = walk.next())
        ranks.push(rank);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      return ranks;
    });
    expect(visited.length, word).toBe(postingsOf(words, term).length);
    expect(Math.min(...visited)).toBe(words.firstRanks[term]);
    expect(firstPosting(words, term, 0)).toBe(words.postingStarts[term]);
  }
});
