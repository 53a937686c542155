import { type AllMatches, AllTexts } from './all-matches.ts';
import { BestRanks, RankCollector } from './best-ranks.ts';
import { parseQuery, type Query } from './exact-query.ts';
import { numberAt } from './flat-arrays.ts';
import { ANYWHERE, AT_START } from './gram-index.ts';
import type { ExactMatch } from './match.ts';
import { PhraseSearch } from './phrase-search.ts';
import { wordWithPlurals } from './pieces.ts';
import { Tier, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { WORD_POSITIONS } from './word-position.ts';
import { Work } from './work.ts';

// Searches with `substring` and `words`. Chooses the method for one word, for several words, and
// for queries that are too long.

/** Finds the best rows of an index. It reuses scratch memory, so it handles one query at a time. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #work: Work;
  readonly #best: BestRanks;
  readonly #collector: RankCollector;
  readonly #phraseSearch: PhraseSearch;
  /** Returns the {@link AllTexts}, created on first use, since it takes much memory. */
  readonly #allTexts: () => AllTexts;

  /** @param work Counts the work of searches, and may abort one. */
  constructor(index: SearchIndex, work = new Work()) {
    this.#index = index;
    this.#work = work;
    this.#best = new BestRanks(index.rows.length);
    this.#collector = new RankCollector(this.#best, work);
    this.#phraseSearch = new PhraseSearch(index, this.#best, this.#collector, work);
    let allTexts: AllTexts | undefined;
    this.#allTexts = () => {
      allTexts ??= new AllTexts(index, work);
      return allTexts;
    };
  }

  /**
   * Returns the matching rows, best first, at most {@link MAX_FOODS}.
   *
   * @param text As `canonicalText` returns it.
   * @throws WorkLimitError if the work limit is reached before the answer is known
   */
  search(text: string, match: ExactMatch): Uint32Array {
    this.#work.reset();
    this.#best.clear();
    if (text !== '') {
      const query = parseQuery(text);
      if (match === 'words' && query.words.length > 1) {
        const all = this.#allTexts();
        all.search(text, 'words');
        all.collectBest(this.#best);
      } else this.#searchSubstring(query);
    }
    const { rows } = this.#index;
    const found = this.#best.toArray();
    for (let i = 0; i < found.length; i++) found[i] = numberAt(rows, numberAt(found, i));
    return found;
  }

  #searchSubstring(query: Query): void {
    // No text is that long, and a query of several kilobytes would take hundreds of lookups.
    if (query.bytes.length > this.#index.longestText) return;
    const [first] = query.words;
    if (first === undefined) {
      this.#collector.collectRanks(this.#index.joints, query.bytes, ANYWHERE, Tier.inside);
    } else if (first.end - first.start === query.bytes.length) {
      this.#searchWord(query.bytes);
    } else {
      this.#phraseSearch.search(query);
    }
  }

  /** Searches for a word or a part of one, which needs only the word dictionary. */
  #searchWord(word: Uint8Array): void {
    const { words } = this.#index;
    const [best, collector] = [this.#best, this.#collector];
    const whole = wordWithPlurals(this.#index, word, this.#work)?.numbers ?? [];
    for (const position of WORD_POSITIONS) {
      for (const term of whole) collector.collectPostings(words, term, position, tierOf(position));
    }
    if (best.isFull(Tier.word)) return;
    collector.collectRanks(words, word, AT_START, Tier.headWordStart);
    if (best.isFull(Tier.headWordStart)) return;
    collector.collectRanks(words, word, AT_START, Tier.wordStart);
    if (best.isFull(Tier.wordStart)) return;
    collector.collectRanks(words, word, ANYWHERE, Tier.inside);
  }

  /**
   * Returns all matches, which costs more work.
   *
   * @param text As `canonicalText` returns it.
   * @throws WorkLimitError if the work limit is reached before all matches are known
   */
  searchAll(text: string, match: ExactMatch): AllMatches {
    this.#work.reset();
    return this.#allTexts().search(text, match);
  }
}
