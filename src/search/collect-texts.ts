import type { BestRanks } from './best-ranks.ts';
import { type Anchors, visitTermsHolding } from './gram-index.ts';
import { Tier } from './ranking.ts';
import { STANDINGS, Standing } from './standing.ts';
import { firstPosting, RANK_BITS, RANK_MASK, type TermIndex } from './term-index.ts';

/**
 * Takes the texts of all terms that hold the bytes, as far as they are among the best. The first term
 * that begins too late ends the walk, so it costs no more where more match.
 */
export function collectTexts(
  terms: TermIndex,
  bytes: Uint8Array,
  anchors: Anchors,
  tier: Tier,
  best: BestRanks,
): void {
  const standings = tier === Tier.headWordStart ? HEAD_STARTS : STANDINGS;
  visitTermsHolding(terms, bytes, anchors, (term) => {
    if (!best.admits(terms.firstRanks[term] ?? 0, tier)) return false;
    for (const standing of standings) collectPostings(terms, term, standing, tier, best);
    return true;
  });
}

/** Takes the texts in which the term stands so. */
export function collectPostings(
  terms: TermIndex,
  term: number,
  standing: Standing,
  tier: Tier,
  best: BestRanks,
): void {
  const end = terms.postingStarts[term + 1] ?? 0;
  for (let i = firstPosting(terms, term, standing); i < end; i++) {
    const posting = terms.postings[i] ?? 0;
    const rank = posting & RANK_MASK;
    if (posting >>> RANK_BITS !== standing || !best.admits(rank, tier)) return;
    if (best.meet(rank)) best.insert(rank, tier);
  }
}

const HEAD_STARTS: readonly Standing[] = [Standing.head, Standing.headStart];
