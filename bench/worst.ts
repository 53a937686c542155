import { MATCHES, type Match } from '../src/catalog/food-catalog.ts';
import { loadCatalog } from '../src/catalog/loading/load-catalog.ts';
import { MAX_SEARCH_WORK } from '../src/catalog/scheduling/search-scheduler.ts';
import { jsonArray } from '../src/catalog/table/answer-format.ts';
import { answerRows } from '../src/catalog/table/answer-rows.ts';
import { canonicalText, TooManyWordsError } from '../src/search/canonical-text.ts';
import { SearchEngine } from '../src/search/search-engine.ts';
import { Work, WorkLimitError } from '../src/search/work.ts';
import { readFuzzyOptions } from '../src/settings/fuzzy-options.ts';
import { snapshotOf } from '../test/load-entries.ts';
import { markdownTable } from './measure.ts';
import { BUNDLED, descriptions, foods, GENERATED, queries, REAL } from './search/data.ts';
import { WorstQueries } from './worst-queries.ts';

const TRIED = 2_500;
/** Of the worst so far, so many are changed further. */
const KEPT = 12;
/** Other work on the machine makes a search take longer, and never shorter. */
const REPETITIONS = 8;
/** Of the slow lane. */
const DEADLINE_MS = 5_000;

/** Runs one query; returns how long it took and how much work it was. */
type Run = (query: string, match: Match) => { readonly ms: number; readonly units: number };

interface Cost {
  readonly query: string;
  readonly ms: number;
}

/**
 * How long the worst search holds the serving thread, in each mode, on tables of three sizes. The worst
 * is found by climbing: thousands of queries are made up, and the costliest changed further.
 */
export async function benchWorst(): Promise<string> {
  const rows: string[][] = [];
  for (const size of [BUNDLED, REAL, GENERATED]) {
    const texts = descriptions(size);
    if (texts === undefined) {
      console.error(`${size} rows: not measured, the trial data do not lie beside the checkout.`);
      continue;
    }
    const { serving, slow } = await buildRuns(texts);
    for (const match of MATCHES) {
      const worst = climb(match, new WorstQueries(texts, 7 + MATCHES.indexOf(match)), serving);
      const slowMs = Math.max(...worst.map(({ query }) => slow(query, match).ms));
      const asked = queries(size);
      const isSlow = (query: string) => serving(query, match).units > MAX_SEARCH_WORK;
      const slowShare = asked.filter(isSlow).length / asked.length;
      rows.push([
        size.toLocaleString('en'),
        match,
        `${(worst[0]?.ms ?? Number.NaN).toFixed(1)} ms`,
        `${slowMs.toFixed(0)} ms`,
        `${(slowShare * 100).toFixed(2)} %`,
      ]);
      console.error(rows.at(-1)?.join(' | '), JSON.stringify(worst[0]?.query.slice(0, 80)));
    }
  }
  const heads = ['thread held at most', 'in the slow lane', "people's searches in the slow lane"];
  return markdownTable(['rows', 'mode', ...heads], rows);
}

/** A search as the serving thread runs it, up to its limit of work, and as the slow lane does. */
async function buildRuns(texts: readonly string[]): Promise<{ serving: Run; slow: Run }> {
  const { data } = await loadCatalog(snapshotOf(foods(texts)), {});
  const rows = answerRows(data.rows);
  const read = readFuzzyOptions({});
  if ('faults' in read) throw new Error('The bundled synonyms cannot be read.');
  const { fuzzy } = read;
  let deadlineMs = 0;
  const runOn = (work: Work): Run => {
    const engine = new SearchEngine(data.index, fuzzy, work);
    return (query, match) => {
      const start = performance.now();
      deadlineMs = start + DEADLINE_MS;
      work.reset();
      try {
        jsonArray(engine.search(canonicalText(query, match), match).rows, rows);
      } catch (fault) {
        if (!(fault instanceof WorkLimitError || fault instanceof TooManyWordsError)) throw fault;
      }
      return { ms: performance.now() - start, units: work.spent };
    };
  };
  const checkDeadline = () => {
    if (performance.now() > deadlineMs) throw new WorkLimitError();
  };
  return {
    serving: runOn(new Work(MAX_SEARCH_WORK)),
    slow: runOn(new Work(1_000_000, checkDeadline)),
  };
}

/** The queries that hold the thread longest: new ones, and changes of the worst so far. */
function climb(match: Match, source: WorstQueries, run: Run): Cost[] {
  let worst: Cost[] = [];
  for (let tried = 0; tried < TRIED; tried++) {
    const from = worst[tried % (2 * KEPT)];
    const query = from === undefined ? source.make() : source.change(from.query);
    let { ms } = run(query, match);
    const least = worst[KEPT - 1]?.ms ?? 0;
    for (let i = 1; i < REPETITIONS && ms > least; i++) ms = Math.min(ms, run(query, match).ms);
    if (ms <= least) continue;
    worst = [...worst.filter((one) => one.query !== query), { query, ms }]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, KEPT);
  }
  return worst;
}
