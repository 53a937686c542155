import { z } from 'zod';
import { elementAt } from '../src/search/flat-arrays.ts';
import { readCases, readQueries } from '../test/cases/read-cases.ts';
import { cpuMs, markdownTable, mean, percentile, seededRandom } from './measure.ts';
import { BUNDLED, descriptions, queries, REAL, typedSearches } from './search/data.ts';
import type { BuiltEngine } from './search/engines.ts';
import { FUZZY_ENGINES } from './search/fuzzy-engines.ts';

// How often what people mean is found, and how fast beside others' fuzzy searches: which searches,
// made-up slips.

const CASES = z.array(z.object({ kind: z.string(), q: z.string(), any_in_top3: z.string() }));

/** A search, and the foods that would please. */
interface MeantCase {
  readonly kind: string;
  readonly q: string;
  readonly pattern: RegExp;
}

/** How often what people mean is found, and how fast beside others' fuzzy searches. */
export async function benchMeant(): Promise<string> {
  const foods = descriptions(BUNDLED) ?? [];
  const tables = [
    { title: 'the 81 searches of meant.json', cases: readMeant('meant.json') },
    { title: 'the searches of meant-own.json', cases: readMeant('meant-own.json') },
    { title: 'made by machine', cases: machineMade() },
  ];
  const successes = new Map(tables.map(({ title }) => [title, new Map<string, Success[]>()]));
  for (const { title: engineTitle, build } of FUZZY_ENGINES) {
    const engine = await build(foods);
    for (const { title, cases } of tables) {
      successes.get(title)?.set(engineTitle, successOf(engine, foods, cases));
    }
  }
  const sections = tables.map(({ title }) => {
    return `### Success at 1, 3 and 10: ${title}\n\n${successTable(successes.get(title))}`;
  });
  return [...sections, await speed()].join('\n\n');
}

function readMeant(name: string): MeantCase[] {
  return CASES.parse(JSON.parse(readCases(name))).map(({ kind, q, any_in_top3 }) => ({
    kind,
    q,
    pattern: new RegExp(any_in_top3, 'i'),
  }));
}

interface Success {
  readonly kind: string;
  readonly count: number;
  readonly within: Readonly<Record<1 | 3 | 10, number>>;
}

function successOf(
  engine: BuiltEngine,
  foods: readonly string[],
  cases: readonly MeantCase[],
): Success[] {
  const places = cases.map(({ kind, q, pattern }) => ({
    kind,
    place: [...engine.search(q)].findIndex((row) => pattern.test(elementAt(foods, row))),
  }));
  const kinds = ['all', ...new Set(cases.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const of = places.filter((one) => kind === 'all' || one.kind === kind);
    const within = (most: number) => of.filter(({ place }) => place >= 0 && place < most).length;
    return { kind, count: of.length, within: { 1: within(1), 3: within(3), 10: within(10) } };
  });
}

function successTable(successes: ReadonlyMap<string, readonly Success[]> = new Map()): string {
  const [first = []] = successes.values();
  return markdownTable(
    ['%', ...first.map(({ kind, count }) => `${kind} (${count})`)],
    [...successes].map(([title, kinds]) => [
      title,
      ...kinds.map(({ count, within }) =>
        [within[1], within[3], within[10]].map((n) => Math.round((100 * n) / count)).join(' / '),
      ),
    ]),
  );
}

const EVERYDAY = [
  ...['apple', 'apricot', 'artichoke', 'avocado', 'bagel', 'banana', 'beef', 'bread', 'broccoli'],
  ...['butter', 'cabbage', 'carrot', 'cauliflower', 'celery', 'cheese', 'cherry', 'chicken'],
  ...['cookie', 'cracker', 'cucumber', 'eggplant', 'grape', 'grapefruit', 'honey', 'lamb'],
  ...['lemon', 'lentil', 'lettuce', 'mango', 'mushroom', 'noodle', 'onion', 'orange', 'papaya'],
  ...['peach', 'pepper', 'pineapple', 'potato', 'pumpkin', 'radish', 'raspberry', 'salmon'],
  ...['sausage', 'spinach', 'strawberry', 'tomato', 'turkey', 'yogurt', 'zucchini'],
];

/** The plurals of everyday words, and single slips of the keys in both, the same in every run. */
function machineMade(): MeantCase[] {
  const random = seededRandom(3);
  const pick = (count: number) => Math.floor(random() * count);
  return EVERYDAY.flatMap((word) => {
    const stem = word.replace(/(?:y|o)$/, '');
    // In the head, or after a shelf in the second segment.
    const pattern = new RegExp(`^(?:[^,]*, )?[^,]*\\b${stem}`, 'i');
    const plural = pluralOf(word);
    const slips = [word, plural].flatMap((form) =>
      [0, 1, 2, 3].map((kind) => slipIn(form, kind, pick)),
    );
    return [
      { kind: 'plurals', q: plural, pattern },
      ...slips.map((q) => ({ kind: 'slips', q, pattern })),
    ];
  });
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:ch|sh|o)$/.test(word) ? `${word}es` : `${word}s`;
}

/** A letter left out, put in, taken for another, or swapped with the next; never the first. */
function slipIn(word: string, kind: number, pick: (count: number) => number): string {
  const at = 1 + pick(word.length - 2);
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(pick(26));
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  if (kind === 0) return before + after;
  if (kind === 1) return before + letter + word.slice(at);
  if (kind === 2) return before + letter + after;
  return `${before}${after.slice(0, 1)}${word[at]}${after.slice(1)}`;
}

/** So long each engine is asked. */
const SPEED_MS = 3_000;

async function speed(): Promise<string> {
  const sections: string[] = [];
  for (const size of [BUNDLED, REAL]) {
    const texts = descriptions(size);
    const heading = `### µs a search, ${size.toLocaleString('en')} descriptions`;
    if (texts === undefined) {
      sections.push(`${heading}\n\nNot measured: the trial data do not lie beside the checkout.`);
      continue;
    }
    const { whole, begun } = typedSearches();
    const misspelled = readQueries('queries-misspelled.txt');
    const sets = {
      typed: queries(size),
      misspelled,
      'everyday foods': whole,
      'while typed': begun,
    };
    const rows: string[][] = [];
    for (const { title, build } of FUZZY_ENGINES) {
      const engine = await build(texts);
      for (const [set, asked] of Object.entries(sets))
        rows.push(timeRow(title, set, engine, asked));
    }
    const table = markdownTable(['', 'queries', 'mean', 'p50', 'p99', 'worst', 'CPU'], rows);
    sections.push(`${heading}\n\n${table}`);
  }
  return sections.join('\n\n');
}

function timeRow(title: string, set: string, engine: BuiltEngine, asked: readonly string[]) {
  const times: number[] = [];
  let cpu = 0;
  for (const isWarm of [false, true]) {
    cpu = cpuMs();
    const begin = performance.now();
    for (const query of asked) {
      const start = performance.now();
      if (start - begin > SPEED_MS) break;
      engine.search(query);
      if (isWarm) times.push((performance.now() - start) * 1000);
    }
  }
  const cpuUs = ((cpuMs() - cpu) * 1000) / times.length;
  const shares = [0.5, 0.99, 1].map((share) => percentile(times, share));
  const figures = [mean(times), ...shares, cpuUs];
  return [title, set, ...figures.map((us) => us.toFixed(0))];
}
