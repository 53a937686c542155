import { MATCHES, type Match } from '../../src/catalog/food-catalog.ts';
import { loadCatalog } from '../../src/catalog/loading/load-catalog.ts';
import { LIGHT_WORK, MAX_SEARCH_WORK } from '../../src/catalog/scheduling/search-scheduler.ts';
import { jsonArray } from '../../src/catalog/table/answer-format.ts';
import { answerRows } from '../../src/catalog/table/answer-rows.ts';
import { canonicalText, TooManyWordsError } from '../../src/search/canonical-text.ts';
import { SearchEngine } from '../../src/search/search-engine.ts';
import { Work, WorkLimitError } from '../../src/search/work.ts';
import { readFuzzyOptions } from '../../src/settings/fuzzy-options.ts';
import { snapshotOf } from '../../test/load-entries.ts';
import { descriptions, foods, queries, typedSearches } from './data.ts';
import { WorstQueries } from './worst-queries.ts';

// Looks for the costliest search by climbing: how many queries are tried, kept and repeated.

/** What searches cost at worst in one mode, found by hill-climbing. */
export interface Worst {
  readonly match: Match;
  /** How many queries were made up. */
  readonly tried: number;
  /** The longest that one search held the serving thread, as the least of some repetitions. */
  readonly heldMs: number;
  readonly heldBy: string;
  /** The longest of the same queries in the slow lane, where it ends at a deadline. */
  readonly slowMs: number;
  readonly slowBy: string;
  /** The share of what people search that runs at once in any case. */
  readonly lightShare: number;
  /** The shares that go to the slow lane: of what people search, of everyday foods, and of these begun. */
  readonly slowShare: number;
  readonly slowShareWhole: number;
  readonly slowShareBegun: number;
}

const TRIED = 2_500;
/** Of the best so far, so many are changed further. */
const KEPT = 12;
/** Other work on the machine makes a search take longer, and never shorter. */
const REPETITIONS = 8;
/** Of the slow lane. */
const DEADLINE_MS = 5_000;

const [, , size] = process.argv;
const texts = descriptions(Number(size)) ?? [];
const { data } = await loadCatalog(snapshotOf(foods(texts)), {});
const rows = answerRows(data.rows);
const read = readFuzzyOptions({});
if ('faults' in read) throw new Error('The bundled synonyms cannot be read.');
const work = new Work(MAX_SEARCH_WORK);
const bounded = new SearchEngine(data.index, read.fuzzy, work);
let slowStart = 0;
const lateWork = new Work(1_000_000, () => {
  if (performance.now() - slowStart > DEADLINE_MS) throw new WorkLimitError();
});
const slow = new SearchEngine(data.index, read.fuzzy, lateWork);

for (const match of MATCHES) process.send?.(worstOf(match));
process.disconnect?.();

function worstOf(match: Match): Worst {
  const { whole, begun } = typedSearches();
  const unitsOf = (asked: readonly string[]) => asked.map((query) => held(query, match).units);
  const share = (all: readonly number[], counts: (units: number) => boolean) =>
    all.filter(counts).length / all.length;
  const people = unitsOf(queries(Number(size)));
  const isSlow = (units: number) => units > MAX_SEARCH_WORK;
  const worst = climb(match);
  const [held0 = NONE] = worst;
  const [slow0 = NONE] = worst
    .map(({ query }) => ({ query, ms: slowMs(query, match) }))
    .sort((a, b) => b.ms - a.ms);
  return {
    match,
    tried: TRIED,
    heldMs: held0.ms,
    heldBy: held0.query,
    slowMs: slow0.ms,
    slowBy: slow0.query,
    lightShare: share(people, (units) => units <= LIGHT_WORK),
    slowShare: share(people, isSlow),
    slowShareWhole: share(unitsOf(whole), isSlow),
    slowShareBegun: share(unitsOf(begun), isSlow),
  };
}

interface Cost {
  readonly query: string;
  readonly ms: number;
}
const NONE: Cost = { query: '', ms: 0 };

/** Looks for the queries that hold the thread longest: new ones, and changes of the worst so far. */
function climb(match: Match): Cost[] {
  const source = new WorstQueries(texts, 7 + MATCHES.indexOf(match));
  let worst: Cost[] = [];
  for (let tried = 0; tried < TRIED; tried++) {
    const from = worst[tried % (2 * KEPT)];
    const query = from === undefined ? source.make() : source.change(from.query);
    let { ms } = held(query, match);
    const least = worst[KEPT - 1]?.ms ?? 0;
    for (let i = 1; i < REPETITIONS && ms > least; i++) ms = Math.min(ms, held(query, match).ms);
    if (ms <= least) continue;
    worst = [...worst.filter((one) => one.query !== query), { query, ms }]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, KEPT);
  }
  return worst;
}

/** All that the serving thread does for a query that is not among the recent ones. */
function held(query: string, match: Match): { ms: number; units: number } {
  const start = performance.now();
  work.reset();
  try {
    jsonArray(bounded.search(canonicalText(query, match), match).rows, rows);
  } catch (fault) {
    if (!(fault instanceof WorkLimitError || fault instanceof TooManyWordsError)) throw fault;
  }
  return { ms: performance.now() - start, units: work.spent };
}

function slowMs(query: string, match: Match): number {
  slowStart = performance.now();
  try {
    slow.search(canonicalText(query, match), match);
  } catch (fault) {
    if (!(fault instanceof WorkLimitError)) throw fault;
  }
  return performance.now() - slowStart;
}
