import { elementAt, numberAt } from '../flat-arrays.ts';
import { MAX_WORDS } from '../limits.ts';
import type { Work } from '../work.ts';
import {
  type FuzzyIndex,
  PLACE_MASK,
  polarityOf,
  SEGMENT_START,
  WORD_SHIFT,
} from './fuzzy-index.ts';
import { type Alternative, isPrefix, type Matches, type Source } from './matches.ts';
import { isNaming, NO_MATCH, PENALTIES, placePenalty } from './penalties.ts';
import { Part, partOf } from './place.ts';
import { type WordMatch, WordMatches } from './word-matches.ts';

// Finds which word of a food best matches each word of a fuzzy query.

/** Bit flags: where a food has a query word as typed or, for the final word, as a prefix. */
const Typed = { somewhere: 1, inHead: 2, begun: 4, inName: 8 } as const;
/** The flags for words in the description itself. */
const AS_TYPED = Typed.somewhere | Typed.inHead;

/** The penalty of a term whose opposite the food states: "Pork sausage" for "without pork". */
const OPPOSED = NO_MATCH + PENALTIES.opposite;

/** Where the current food matches each term of a query. */
export class TermMatches {
  readonly #index: FuzzyIndex;
  readonly #work: Work;
  readonly #wordMatches: WordMatches;
  matches: Matches = { words: [], terms: [], alternatives: [], headLength: 0 };
  /** The index of the current food's first token, and the index after its last. */
  start = 0;
  end = 0;
  /** For each term, the lowest penalty, and the token with this penalty. */
  #penalty = new Uint32Array(MAX_WORDS);
  #tokens = new Uint32Array(MAX_WORDS);
  /** For each term, {@link Typed} flags: where the food has the term's word as typed. */
  #typed = new Uint32Array(MAX_WORDS);

  constructor(index: FuzzyIndex, work: Work) {
    this.#index = index;
    this.#work = work;
    this.#wordMatches = new WordMatches(index.wordStarts.length - 1);
  }

  /** Prepares for a query. */
  prepare(matches: Matches): void {
    this.matches = matches;
    this.#wordMatches.prepare(matches.terms);
    const count = matches.terms.length;
    if (count <= this.#penalty.length) return;
    this.#penalty = new Uint32Array(2 * count);
    this.#tokens = new Uint32Array(2 * count);
    this.#typed = new Uint32Array(2 * count);
  }

  /** Returns the lowest penalty of a term; at least {@link NO_MATCH} if the food lacks it. */
  penaltyOfTerm(term: number): number {
    return numberAt(this.#penalty, term);
  }

  /** Returns the token that matches a term. The food must have the term. */
  tokenOf(term: number): number {
    return numberAt(this.#tokens, term);
  }

  /** Returns the matching source with the lowest penalty. The food must have the term. */
  sourceOf(term: number): Source | undefined {
    const token = numberAt(this.#index.tokens, this.tokenOf(term));
    let best: Source | undefined;
    for (const source of elementAt(this.matches.terms, term).sources) {
      const isBetter = best === undefined || source.penalty < best.penalty;
      if (isBetter && isInRange(token, source)) best = source;
    }
    return best;
  }

  /** Reads a food, and finds its best match for each term. */
  take(rank: number): void {
    const { tokens, tokenStarts } = this.#index;
    this.start = numberAt(tokenStarts, rank);
    this.end = numberAt(tokenStarts, rank + 1);
    const termCount = this.matches.terms.length;
    this.#work.spend(4 + 2 * (this.end - this.start) + termCount);
    // `fill` would take longer than a loop for so few elements.
    for (let term = 0; term < termCount; term++) {
      this.#penalty[term] = NO_MATCH;
      this.#typed[term] = 0;
    }
    for (let i = this.start; i < this.end; i++) this.#takeToken(numberAt(tokens, i), i);
  }

  #takeToken(token: number, at: number): void {
    for (let one = this.#wordMatches.of(token >>> WORD_SHIFT); one !== undefined; one = one.next) {
      if ((one.source.polarity & polarityOf(token)) !== 0) this.#match(one, token, at);
      else if (!isPrefix(one.source) && this.penaltyOfTerm(one.term) === NO_MATCH)
        this.#penalty[one.term] = OPPOSED;
    }
    for (const one of this.#wordMatches.ranges) {
      if (isInRange(token, one.source)) this.#match(one, token, at);
    }
  }

  #match({ term, source }: WordMatch, token: number, at: number): void {
    const penalty = source.penalty + placePenalty(token & PLACE_MASK);
    if (penalty < numberAt(this.#penalty, term)) {
      this.#penalty[term] = penalty;
      this.#tokens[term] = at;
    }
    if (source.manner === 'word') this.#noteTyped(term, token, source.penalty);
    else if (isPrefix(source)) this.#note(term, Typed.begun);
  }

  #noteTyped(term: number, token: number, penalty: number): void {
    const place = token & PLACE_MASK;
    if (partOf(place) === Part.ownName) this.#note(term, Typed.inName);
    else this.#note(term, isNaming(penalty, place) ? Typed.inHead : Typed.somewhere);
  }

  #note(term: number, how: number): void {
    this.#typed[term] = numberAt(this.#typed, term) | how;
  }

  /** Returns the lowest penalty of an alternative; at least {@link NO_MATCH} if the food lacks it. */
  penaltyOf({ terms, penalty, together }: Alternative): number {
    let sum = penalty;
    // This loops by index, since it runs for each alternative of each food.
    for (let i = 0; i < terms.length; i++) sum += numberAt(this.#penalty, elementAt(terms, i));
    if (sum >= NO_MATCH || !together || terms.length === 1) return sum;
    return this.#hasNeighbors(elementAt(terms, 0), elementAt(terms, 1)) ? sum : NO_MATCH;
  }

  /** Whether the description has the words of an alternative, as adjacent words. */
  #isTyped({ terms }: Alternative): boolean {
    if (!terms.every((term) => (numberAt(this.#typed, term) & AS_TYPED) !== 0)) return false;
    return terms.length === 1 || this.#hasNeighbors(elementAt(terms, 0), elementAt(terms, 1), true);
  }

  /** Whether two terms match adjacent words of one segment. */
  #hasNeighbors(left: number, right: number, inDescription = false): boolean {
    const { tokens } = this.#index;
    for (let i = this.start + 1; i < this.end; i++) {
      const token = numberAt(tokens, i);
      if ((token & SEGMENT_START) !== 0) continue;
      if (inDescription && partOf(token & PLACE_MASK) === Part.ownName) return false;
      if (!this.#wordMatches.has(numberAt(tokens, i - 1), left)) continue;
      if (this.#wordMatches.has(token, right)) return true;
    }
    return false;
  }

  /** Returns the penalty for uncertainty about the current food's matches. */
  uncertaintyPenalty(isWanted: readonly boolean[]): number {
    const { words, alternatives, headLength } = this.matches;
    let untyped = 0;
    let unnamed = 0;
    let places = 0;
    for (let word = 0; word < words.length; word++) {
      if (isWanted[word] !== true) continue;
      const typed = numberAt(this.#typed, word);
      if ((typed & AS_TYPED) === 0) untyped |= 1 << word;
      if (typed === 0) unnamed |= 1 << word;
      // A word after a preposition does not name the food: "sardines in oil" does not mean fish
      // oil.
      places |= typed * Number(word < headLength);
    }
    if (untyped === 0 && (places & Typed.inHead) !== 0) return 0;
    if (alternatives.length === 0) return unnamed === 0 ? PENALTIES.named : PENALTIES.guessed;
    const joined = this.#covered(untyped, (one) => one.manner === 'word' && this.#isTyped(one));
    const named = this.#covered(untyped, (one) => one.manner !== 'slip');
    places |= joined.places;
    if ((untyped & ~joined.words) === 0 && (places & Typed.inHead) !== 0) return 0;
    return (unnamed & ~joined.words & ~named.words) === 0 ? PENALTIES.named : PENALTIES.guessed;
  }

  /** Returns the query words that matching alternatives cover, and their places. */
  #covered(wanted: number, isMeant: (alternative: Alternative) => boolean) {
    let words = 0;
    let places = 0;
    for (const alternative of this.matches.alternatives) {
      const { from, to, terms } = alternative;
      const bits = (1 << to) - (1 << from);
      if ((wanted & bits) === 0 || this.penaltyOf(alternative) >= NO_MATCH) continue;
      if (!isMeant(alternative)) continue;
      words |= bits;
      for (const term of terms) places |= numberAt(this.#typed, term);
    }
    return { words, places };
  }

  /** Returns the single-word sources that match in the descriptions of these foods. */
  sourcesIn(ranks: Uint32Array): ReadonlySet<Source> {
    const found = new Set<Source>();
    const { tokens, tokenStarts } = this.#index;
    const sources = this.matches.terms.flatMap((term) => term.sources);
    const all = sources.filter(({ first, end }) => end - first === 1).length;
    for (const rank of ranks) {
      if (found.size === all) break;
      const end = numberAt(tokenStarts, rank + 1);
      for (let i = numberAt(tokenStarts, rank); i < end; i++) {
        const token = numberAt(tokens, i);
        if (partOf(token & PLACE_MASK) === Part.ownName) break;
        this.#addSources(token, found);
      }
    }
    return found;
  }

  #addSources(token: number, found: Set<Source>): void {
    for (let one = this.#wordMatches.of(token >>> WORD_SHIFT); one !== undefined; one = one.next) {
      if ((one.source.polarity & polarityOf(token)) !== 0) found.add(one.source);
    }
  }
}

/** Whether a token has a word of a source's range, stated or negated as the source requires. */
export function isInRange(token: number, { first, end, polarity }: Source): boolean {
  const word = token >>> WORD_SHIFT;
  return word >= first && word < end && (polarity & polarityOf(token)) !== 0;
}
