import { BestRanks } from './best-ranks.ts';
import { fold } from './fold.ts';
import { type Anchors, visitTermsHolding } from './gram-index.ts';
import type { Match } from './match.ts';
import { ANYWHERE, AT_START, type Piece, rarestPiece, wordWithPlurals } from './pieces.ts';
import { parseQuery, type Query, type Span, wordsAsQueries } from './query.ts';
import { Tier, tierIn, tierOf } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
import { STANDINGS, Standing } from './standing.ts';
import { firstPosting, RANK_BITS, RANK_MASK, type TermIndex } from './term-index.ts';
import { WordsSearch } from './words-search.ts';

/** Finds the best rows of an index. It keeps scratch memory, so it answers one query at a time. */
export class Searcher {
  readonly #index: SearchIndex;
  readonly #best: BestRanks;
  #wordsSearch: WordsSearch | undefined;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#best = new BestRanks(index.rows.length);
  }

  /** The rows that match, best first: at most {@link MAX_ROWS}. */
  search(text: string, match: Match): Uint32Array {
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
    const [first] = query.words;
    if (first === undefined) {
      this.#collect(this.#index.joints, query.bytes, ANYWHERE, Tier.inside);
    } else if (first.end - first.start === query.bytes.length) {
      this.#searchWord(query.bytes);
    } else {
      this.#searchAcross(query);
    }
  }

  /** A word or a piece of one: the dictionary of words knows all about it. */
  #searchWord(word: Uint8Array): void {
    const { words } = this.#index;
    const whole = wordWithPlurals(this.#index, word)?.numbers ?? [];
    for (const standing of STANDINGS) {
      for (const term of whole) this.#collectPostings(words, term, standing, tierOf(standing));
    }
    if (this.#best.isFull(Tier.word)) return;
    this.#collect(words, word, AT_START, Tier.headWordStart);
    if (this.#best.isFull(Tier.headWordStart)) return;
    this.#collect(words, word, AT_START, Tier.wordStart);
    if (this.#best.isFull(Tier.wordStart)) return;
    this.#collect(words, word, ANYWHERE, Tier.inside);
  }

  /** Takes the texts of all terms that hold the bytes, as far as they are among the best. */
  #collect(terms: TermIndex, bytes: Uint8Array, anchors: Anchors, tier: Tier): void {
    const standings = tier === Tier.headWordStart ? HEAD_STARTS : STANDINGS;
    visitTermsHolding(terms, bytes, anchors, (term) => {
      if (!this.#best.admits(terms.firstRanks[term] ?? 0, tier)) return false;
      for (const standing of standings) this.#collectPostings(terms, term, standing, tier);
      return true;
    });
  }

  #collectPostings(terms: TermIndex, term: number, standing: Standing, tier: Tier): void {
    const end = terms.postingStarts[term + 1] ?? 0;
    for (let i = firstPosting(terms, term, standing); i < end; i++) {
      const posting = terms.postings[i] ?? 0;
      const rank = posting & RANK_MASK;
      if (posting >>> RANK_BITS !== standing || !this.#best.admits(rank, tier)) return;
      if (this.#best.meet(rank)) this.#best.insert(rank, tier);
    }
  }

  /** Words and what stands between them: the texts that have the rarest piece are looked at. */
  #searchAcross(query: Query): void {
    const any = rarestPiece(this.#index, query, Tier.inside);
    if (any !== undefined && any.cost <= FEW) {
      this.#verify(any, query, Tier.head);
      return;
    }
    this.#verifyWhole(query);
    if (this.#best.isFull(Tier.word)) return;
    const { startsWithWord, endsWithWord } = query;
    if (startsWithWord && endsWithWord) {
      this.#verifyBegun(query);
      if (this.#best.isFull(Tier.wordStart)) return;
    }
    const tier = startsWithWord ? Tier.inside : Tier.wordStart;
    if (any !== undefined) this.#verify(any, query, tier);
    else this.#collect(this.#index.joints, query.bytes, ANYWHERE, tier);
  }

  /** The texts in which the query stands as whole words. */
  #verifyWhole(query: Query): void {
    const { mayStartSegment: mayStart, mayEndSegment: mayEnd } = query;
    const best = mayStart && mayEnd ? Tier.head : mayStart || mayEnd ? Tier.headWord : Tier.word;
    // With `%` in front or behind, say, it is not by a word of the query that a head begins or ends.
    const isTold = (!mayStart || query.startsWithWord) && (!mayEnd || query.endsWithWord);
    const bestOutside = mayStart && mayEnd ? Tier.segment : Tier.word;
    const heads = [
      mayStart && query.startsWithWord ? query.words[0] : undefined,
      mayEnd && query.endsWithWord ? query.words.at(-1) : undefined,
    ];
    const piece = rarestPiece(this.#index, query, Tier.word);
    this.#verifyHeadsFirst(piece, query, {
      heads: heads.flatMap((word) => this.#wordPiece(query, word) ?? []),
      worst: Standing.headEnd,
      best,
      bestOutside: isTold ? bestOutside : best,
    });
  }

  /** The texts in which the query begins as whole words, but its last word goes on. */
  #verifyBegun(query: Query): void {
    const piece = rarestPiece(this.#index, query, Tier.wordStart);
    const first = this.#wordPiece(query, query.words[0]);
    this.#verifyHeadsFirst(piece, query, {
      heads: first === undefined ? [] : [first],
      worst: Standing.headStart,
      best: Tier.headWordStart,
      bestOutside: Tier.wordStart,
    });
  }

  #wordPiece({ bytes }: Query, word: Span | undefined): Piece | undefined {
    return word && wordWithPlurals(this.#index, bytes.subarray(word.start, word.end));
  }

  /**
   * Looks at the texts of a piece. Only where a word that the query begins or ends with stands in the
   * head can a text be of the best tiers; where those are fewer, they are looked at first, and the
   * walk through the others can end as soon as the next tier is full.
   */
  #verifyHeadsFirst(piece: Piece | undefined, query: Query, plan: HeadsFirst): void {
    const headCost = plan.heads.reduce((sum, head) => sum + costUpTo(head, plan.worst), 0);
    if (piece !== undefined && piece.cost > headCost) {
      for (const head of plan.heads) this.#verify(head, query, plan.best, plan.worst);
      this.#verify(piece, query, plan.bestOutside);
    } else {
      this.#verify(piece, query, plan.best);
    }
  }

  /**
   * Looks at the texts of a piece that are not met yet, which all stand at `best` or a worse tier; if
   * told so, only at those where the piece itself stands no worse than `worst`.
   */
  #verify(
    piece: Piece | undefined,
    query: Query,
    best: Tier,
    worst: Standing = Standing.elsewhere,
  ): void {
    if (piece === undefined) return;
    const { texts, textStarts } = this.#index;
    const { terms, numbers } = piece;
    for (const term of numbers) {
      const end = terms.postingStarts[term + 1] ?? 0;
      for (const standing of STANDINGS) {
        if (standing > worst) break;
        for (let i = firstPosting(terms, term, standing); i < end; i++) {
          const posting = terms.postings[i] ?? 0;
          const rank = posting & RANK_MASK;
          if (posting >>> RANK_BITS !== standing || !this.#best.admits(rank, best)) break;
          if (!this.#best.meet(rank)) continue;
          const tier = tierIn(texts, textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0, query);
          if (tier !== -1) this.#best.insert(rank, tier);
        }
      }
    }
  }

  #searchWords(query: Query): void {
    const queries = wordsAsQueries(query);
    if (queries.length > 1) {
      this.#wordsSearch ??= new WordsSearch(this.#index);
      this.#wordsSearch.search(queries, this.#best);
    } else {
      this.#searchSubstring(queries[0] ?? query);
    }
  }
}

/** So few texts that looking at all of them costs less than asking for the better tiers first. */
const FEW = 250;

const HEAD_STARTS = [Standing.head, Standing.headStart] as const;

interface HeadsFirst {
  /** Words one of which stands in the head, no worse than `worst`, where a text is of a best tier. */
  readonly heads: readonly Piece[];
  readonly worst: Standing;
  /** The best tier of all. */
  readonly best: Tier;
  /** The best tier of the texts that have none of the words in the head. */
  readonly bestOutside: Tier;
}

/** What it costs to go through the texts where the piece itself stands no worse than so. */
function costUpTo({ terms, numbers }: Piece, worst: Standing): number {
  return numbers.reduce(
    (sum, term) => sum + firstPosting(terms, term, worst + 1) - (terms.postingStarts[term] ?? 0),
    0,
  );
}
