import type { BestRanks } from './best-ranks.ts';
import { type Anchors, visitTermsContaining } from './gram-index.ts';
import { Tier } from './ranking.ts';
import { firstPosting, RANK_BITS, RANK_MASK, type TermIndex } from './term-index.ts';
import { WORD_POSITIONS, WordPosition } from './word-position.ts';

/**
 * Takes the texts of all terms that hold the bytes, as far as they are among the best. The first term
 * that begins too late ends the walk, so it costs no more where more match.
 */
export function collectRanks(
  terms: TermIndex,
  bytes: Uint8Array,
  anchors: Anchors,
  tier: Tier,
  best: BestRanks,
): void {
  const positions = tier === Tier.headWordStart ? HEAD_START_POSITIONS : WORD_POSITIONS;
  visitTermsContaining(terms, bytes, anchors, (term) => {
    if (!best.admits(terms.firstRanks[term] ?? 0, tier)) return false;
    for (const position of positions) collectPostings(terms, term, position, tier, best);
    return true;
  });
}

/** Takes the texts in which the term stands so. */
export function collectPostings(
  terms: TermIndex,
  term: number,
  position: WordPosition,
  tier: Tier,
  best: BestRanks,
): void {
  const end = terms.postingStarts[term + 1] ?? 0;
  for (let i = firstPosting(terms, term, position); i < end; i++) {
    const posting = terms.postings[i] ?? 0;
    const rank = posting & RANK_MASK;
    if (posting >>> RANK_BITS !== position || !best.admits(rank, tier)) return;
    if (best.markSeen(rank)) best.insert(rank, tier);
  }
}

const HEAD_START_POSITIONS: readonly WordPosition[] = [WordPosition.head, WordPosition.headStart];
