import { type Choices, climb } from '../soak/cost/climb.ts';
import { Random } from '../soak/fuzz/random.ts';
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

const TRIED = 2_500;
/** Other work on the machine makes a search take longer, and never shorter. */
const REPETITIONS = 8;
/** Of the slow lane. */
const DEADLINE_MS = 5_000;

/** Runs one query; returns how long it took and how much work it was. */
type Run = (query: string, match: Match) => { readonly ms: number; readonly units: number };

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
    const words = frequentWords(texts);
    for (const match of MATCHES) {
      const random = new Random(MATCHES.indexOf(match));
      const leastMs = (query: string, most: number) => {
        let { ms } = serving(query, match);
        for (let i = 1; i < REPETITIONS && ms > most; i++) {
          ms = Math.min(ms, serving(query, match).ms);
        }
        return ms;
      };
      const make = (choices: Choices) => madeUp(choices, words, texts);
      const { made, cost } = await climb({ random, tries: TRIED }, make, leastMs);
      const asked = queries(size);
      const isSlow = (query: string) => serving(query, match).units > MAX_SEARCH_WORK;
      const slowShare = (100 * asked.filter(isSlow).length) / asked.length;
      const slowMs = slow(made, match).ms.toFixed(0);
      const figures = [cost.toFixed(1), slowMs, slowShare.toFixed(2)];
      rows.push([size.toLocaleString('en'), match, ...figures]);
      console.error(rows.at(-1)?.join(' | '), JSON.stringify(made.slice(0, 80)));
    }
  }
  const heads = ['thread held ms', 'in the slow lane ms', "people's searches there %"];
  return markdownTable(['rows', 'mode', ...heads], rows);
}

/** The words of some descriptions, the most frequent first. */
function frequentWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts.slice(0, 100_000)) {
    for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** A query that somebody might make up to keep a search busy. */
function madeUp(choices: Choices, words: readonly string[], texts: readonly string[]): string {
  const letter = () => choices.pick([...'eaionrstlcdhumpgbfkywv0123']);
  const frequent = (most: number) => choices.pick(words.slice(0, most));
  const below = (most: number) => Math.floor(choices.next() * most);
  const kinds = [
    letter,
    () => letter() + letter(),
    () => letter() + letter() + letter(),
    () => frequent(20),
    () => frequent(300).slice(below(3)),
    () => choices.pick(words).slice(0, 2 + below(9)),
    () => choices.pick([', ', '. ', '-', "'s", '(', '%', '/', ', r', 'e, ', 's w']),
    () => choices.pick(texts).slice(below(20)),
    () => letter().repeat(choices.count(3_000)),
    () => `${letter()} `.repeat(choices.count(2_000)),
    () => `e${'\u0591\u05b0'.repeat(choices.count(2_000))}`,
    () => '\ufdfa'.repeat(choices.count(300)),
  ];
  const separator = choices.pick([' ', ' ', ' ', ', ', ' a ', '']);
  const count = choices.pick([1, 2, 3, 5, 10, 16]);
  return Array.from({ length: count }, () => choices.pick(kinds)())
    .join(separator)
    .slice(0, 9_000);
}

/** A search as the serving thread runs it, up to its limit of work, and as the slow lane does. */
async function buildRuns(texts: readonly string[]): Promise<{ serving: Run; slow: Run }> {
  const { data } = await loadCatalog(snapshotOf(foods(texts)), {});
  const rows = answerRows(data.rows);
  const read = readFuzzyOptions({});
  if ('faults' in read) throw new Error('The bundled synonyms cannot be read.');
  let deadlineMs = 0;
  const runOn = (work: Work): Run => {
    const engine = new SearchEngine(data.index, read.fuzzy, work);
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
