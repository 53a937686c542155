import { BestRanks } from './best-ranks.ts';
import { fold } from './fold.ts';
import { type Anchors, visitTermsHolding } from './gram-index.ts';
import type { Match } from './match.ts';
import { ANYWHERE, AT_START, type Piece, rarestPiece, wordWithPlurals } from './pieces.ts';
import { mayEndSegment, mayStartSegment, parseQuery, type Query, wordsAsQueries } from './query.ts';
import { Tier, tierIn } from './ranking.ts';
import type { SearchIndex } from './search-index.ts';
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
    for (let tier: number = Tier.head; tier <= Tier.word; tier++) {
      for (const term of whole) this.#collectPostings(words, term, tier, tier);
    }
    if (this.#best.isFull(Tier.word)) return;
    this.#collect(words, word, AT_START, Tier.wordStart);
    if (this.#best.isFull(Tier.wordStart)) return;
    this.#collect(words, word, ANYWHERE, Tier.inside);
  }

  /** Takes the texts of all terms that hold the bytes, as far as they are among the best. */
  #collect(terms: TermIndex, bytes: Uint8Array, anchors: Anchors, tier: Tier): void {
    visitTermsHolding(terms, bytes, anchors, (term) => {
      if (!this.#best.admits(terms.firstRanks[term] ?? 0, tier)) return false;
      for (let own: number = Tier.head; own <= Tier.word; own++) {
        this.#collectPostings(terms, term, own, tier);
      }
      return true;
    });
  }

  #collectPostings(terms: TermIndex, term: number, own: number, tier: number): void {
    const end = terms.postingStarts[term + 1] ?? 0;
    for (let i = firstPosting(terms, term, own); i < end; i++) {
      const posting = terms.postings[i] ?? 0;
      const rank = posting & RANK_MASK;
      if (posting >>> RANK_BITS !== own || !this.#best.admits(rank, tier)) return;
      if (this.#best.meet(rank)) this.#best.insert(rank, tier);
    }
  }

  /** Words and what stands between them: the texts that have the rarest piece are looked at. */
  #searchAcross(query: Query): void {
    const { startsWithWord, endsWithWord } = query;
    const any = rarestPiece(this.#index, query, Tier.inside);
    if (any !== undefined && any.cost <= FEW) {
      this.#verify(any, query, Tier.head);
      return;
    }
    this.#verifyWhole(query);
    if (this.#best.isFull(Tier.word)) return;
    if (startsWithWord && endsWithWord) {
      this.#verify(rarestPiece(this.#index, query, Tier.wordStart), query, Tier.wordStart);
      if (this.#best.isFull(Tier.wordStart)) return;
    }
    const worst = startsWithWord ? Tier.inside : Tier.wordStart;
    if (any === undefined) this.#collect(this.#index.joints, query.bytes, ANYWHERE, worst);
    else this.#verify(any, query, worst);
  }

  /** The texts in which the query stands as whole words. */
  #verifyWhole(query: Query): void {
    const whole = rarestPiece(this.#index, query, Tier.word);
    const heads = headPieces(this.#index, query);
    const headCost = heads.reduce((sum, piece) => sum + firstCost(piece, Tier.headWord), 0);
    if (whole === undefined || whole.cost <= headCost) {
      this.#verify(whole, query, bestTier(query));
      return;
    }
    // The few whose head begins with the first word, or ends with the last, can be the best ones.
    // Of the others the walk ends at the first hundred.
    for (const piece of heads) this.#verify(piece, query, bestTier(query), Tier.headWord);
    if (!this.#best.isFull(Tier.headWord)) this.#verify(whole, query, bestTierOutsideHeads(query));
  }

  /**
   * Looks at the texts of a piece that are not met yet, all of which stand at `tier` at best; if told
   * so, only at those where the piece itself stands at `worstOwn` or better.
   */
  #verify(piece: Piece | undefined, query: Query, tier: Tier, worstOwn: Tier = Tier.word): void {
    if (piece === undefined) return;
    const { texts, textStarts } = this.#index;
    const { terms, numbers } = piece;
    for (const term of numbers) {
      const end = terms.postingStarts[term + 1] ?? 0;
      for (let own: number = Tier.head; own <= worstOwn; own++) {
        for (let i = firstPosting(terms, term, own); i < end; i++) {
          const posting = terms.postings[i] ?? 0;
          const rank = posting & RANK_MASK;
          if (posting >>> RANK_BITS !== own || !this.#best.admits(rank, tier)) break;
          if (!this.#best.meet(rank)) continue;
          const found = tierIn(texts, textStarts[rank] ?? 0, textStarts[rank + 1] ?? 0, query);
          if (found !== -1) this.#best.insert(rank, found);
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

/** The words by which a head may begin with the query or end with it. */
function headPieces(index: SearchIndex, query: Query): Piece[] {
  const { bytes, words, startsWithWord, endsWithWord } = query;
  const first = startsWithWord && mayStartSegment(query) ? words[0] : undefined;
  const last = endsWithWord && mayEndSegment(query) ? words.at(-1) : undefined;
  return [first, last].flatMap((span) => {
    const word = span && wordWithPlurals(index, bytes.subarray(span.start, span.end));
    return word ?? [];
  });
}

/** What it costs to go through the texts where the piece itself stands at a tier or better. */
function firstCost({ terms, numbers }: Piece, tier: Tier): number {
  return numbers.reduce(
    (sum, term) => sum + firstPosting(terms, term, tier + 1) - (terms.postingStarts[term] ?? 0),
    0,
  );
}

function bestTier(query: Query): Tier {
  const [mayStart, mayEnd] = [mayStartSegment(query), mayEndSegment(query)];
  if (mayStart && mayEnd) return Tier.head;
  return mayStart || mayEnd ? Tier.headWord : Tier.word;
}

/** The best tier of a query in a text whose head does not have one of its `headPieces`. */
function bestTierOutsideHeads(query: Query): Tier {
  const [mayStart, mayEnd] = [mayStartSegment(query), mayEndSegment(query)];
  // With `%` in front or behind, say, it is not by a word of the query that a head begins or ends.
  const isTold = (!mayStart || query.startsWithWord) && (!mayEnd || query.endsWithWord);
  if (!isTold) return bestTier(query);
  return mayStart && mayEnd ? Tier.segment : Tier.word;
}
