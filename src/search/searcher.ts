import { BestRanks } from './best-ranks.ts';
import { collectPostings, collectRanks } from './collect-ranks.ts';
import { fold } from './fold.ts';
import type { ExactMatch } from './match.ts';
import { PhraseSearch } from './phrase-search.ts';
import { ANYWHERE, AT_START, wordWithPlurals } from './pieces.ts';
import { distinctWords, parseQuery, type Query } from './query.ts';
import { Tier, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { WORD_POSITIONS } from './word-position.ts';
import { WordsSearch } from './words-search.ts';

/** Finds the best rows of an index. It keeps scratch memory, so it answers one query at a time. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  readonly #phraseSearch: PhraseSearch;
  readonly #wordsSearch: WordsSearch;
  /** In bytes. */
  readonly #longestText: number;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#best = new BestRanks(index.rows.length);
    this.#phraseSearch = new PhraseSearch(index, this.#best);
    this.#wordsSearch = new WordsSearch(index, this.#best);
    this.#longestText = index.textStarts.reduce(
      (longest, start, rank) => Math.max(longest, start - (index.textStarts[rank - 1] ?? 0)),
      0,
    );
  }

  /** The rows that match, best first: at most {@link MAX_FOODS}. */
  search(text: string, match: ExactMatch): Uint32Array {
    this.#best.clear();
    const folded = fold(text);
    if (folded !== '') {
      const query = parseQuery(folded);
      if (match === 'words') this.#searchWords(query);
      else this.#searchSubstring(query);
    }
    return this.#best.toArray().map((rank) => this.#index.rows[rank] ?? 0);
  }

  #searchSubstring(query: Query): void {
    // A query of kilobytes has hundreds of words to look up, and no text has them.
    if (query.bytes.length > this.#longestText) return;
    const [first] = query.words;
    if (first === undefined) {
      collectRanks(this.#index.joints, query.bytes, ANYWHERE, Tier.inside, this.#best);
    } else if (first.end - first.start === query.bytes.length) {
      this.#searchWord(query.bytes);
    } else {
      this.#phraseSearch.search(query);
    }
  }

  /** A word or a piece of one: the dictionary of words knows all about it. */
  #searchWord(word: Uint8Array): void {
    const { words } = this.#index;
    const whole = wordWithPlurals(this.#index, word)?.numbers ?? [];
    for (const position of WORD_POSITIONS) {
      for (const term of whole) {
        collectPostings(words, term, position, tierOf(position), this.#best);
      }
    }
    if (this.#best.isFull(Tier.word)) return;
    collectRanks(words, word, AT_START, Tier.headWordStart, this.#best);
    if (this.#best.isFull(Tier.headWordStart)) return;
    collectRanks(words, word, AT_START, Tier.wordStart, this.#best);
    if (this.#best.isFull(Tier.wordStart)) return;
    collectRanks(words, word, ANYWHERE, Tier.inside, this.#best);
  }

  #searchWords(query: Query): void {
    const words = distinctWords(query);
    const [only = ''] = words;
    if (words.length > 1) this.#wordsSearch.search(words);
    else this.#searchSubstring(words.length === 1 ? parseQuery(only) : query);
  }
}
