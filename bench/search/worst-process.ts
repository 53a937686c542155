import { answerRows } from '../../src/catalog/answer-rows.ts';
import { MATCHES, type Match } from '../../src/catalog/food-catalog.ts';
import { loadCatalog } from '../../src/catalog/load-catalog.ts';
import { PLAIN_ENGLISH } from '../../src/catalog/memory-catalog.ts';
import { MAX_WORK } from '../../src/catalog/search-turns.ts';
import { canonicalText, TooManyWordsError } from '../../src/search/canonical-text.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { Work, WorkLimitError } from '../../src/search/work.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { descriptions, foods, queries } from './data.ts';
import { WorstQueries } from './worst-queries.ts';

/** What searches cost at worst in one mode, found by hill-climbing. */
export interface Worst {
  readonly match: Match;
  /** How many queries were made up. */
  readonly tried: number;
  /** The longest that the serving thread was held, as the least of some repetitions. */
  readonly heldMs: number;
  readonly heldBy: string;
  /** The longest that a search took in all, in the slow lane. */
  readonly longestMs: number;
  readonly longestBy: string;
  /** The share of what people search that goes to the slow lane. */
  readonly slowShare: number;
}

const TRIED = 2_500;
/** Of the best so far, so many are changed further. */
const KEPT = 12;
/** Other work on the machine makes a search take longer, and never shorter. */
const REPETITIONS = 8;

const [, , size] = process.argv;
const texts = descriptions(Number(size)) ?? [];
const { data } = await loadCatalog(snapshotOf(foods(texts)), {});
const rows = answerRows(data.rows);
const bounded = new SearchEngine(data.index, PLAIN_ENGLISH, new Work(MAX_WORK));
const unbounded = new SearchEngine(data.index, PLAIN_ENGLISH);

for (const match of MATCHES) process.send?.(worstOf(match));
process.disconnect?.();

function worstOf(match: Match): Worst {
  for (const query of queries(Number(size))) held(query, match);
  const people = queries(Number(size)).map((query) => held(query, match).isSlow);
  const worst = climb(match, (query) => held(query, match).ms);
  const slow = climb(match, (query) => (held(query, match).isSlow ? took(query, match) : 0));
  return {
    match,
    tried: 2 * TRIED,
    heldMs: worst.cost,
    heldBy: worst.query,
    longestMs: slow.cost,
    longestBy: slow.query,
    slowShare: people.filter(Boolean).length / people.length,
  };
}

/** Looks for the query of the highest cost: new ones, and changes of the worst so far. */
function climb(match: Match, costOf: (query: string) => number): { query: string; cost: number } {
  const source = new WorstQueries(texts, 7 + MATCHES.indexOf(match));
  let worst: { query: string; cost: number }[] = [];
  for (let tried = 0; tried < TRIED; tried++) {
    const from = worst[tried % (2 * KEPT)];
    const query = from === undefined ? source.make() : source.change(from.query);
    let cost = costOf(query);
    const least = worst.at(-1)?.cost ?? 0;
    for (let i = 1; i < REPETITIONS && cost > least; i++) cost = Math.min(cost, costOf(query));
    if (worst.length < KEPT || cost > least) {
      worst = [...worst.filter((one) => one.query !== query), { query, cost }]
        .sort((a, b) => b.cost - a.cost)
        .slice(0, KEPT);
    }
  }
  return worst[0] ?? { query: '', cost: 0 };
}

/** All that the serving thread does for a query that is not among the recent ones. */
function held(query: string, match: Match): { ms: number; isSlow: boolean } {
  const start = performance.now();
  let isSlow = false;
  try {
    rows.answer(bounded.search(canonicalText(query, match), match).rows);
  } catch (fault) {
    if (!(fault instanceof WorkLimitError || fault instanceof TooManyWordsError)) throw fault;
    isSlow = fault instanceof WorkLimitError;
  }
  return { ms: performance.now() - start, isSlow };
}

function took(query: string, match: Match): number {
  const start = performance.now();
  unbounded.search(canonicalText(query, match), match);
  return performance.now() - start;
}
