import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { argv, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutation, mutate, mutationsOf } from './mutations.ts';
import { type Ending, endAll, run } from './run.ts';

// `npm run mutate -- src/search --minutes 10`: changes code in small places and prints what no test
// notices. It changes one place at a time, in a copy of the project, and runs the tests that import the
// changed file, those beside it first, then those of the program and the page if the change is in what
// is built of them. What is tried is drawn at random, the same for the same --seed.

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    most: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});

/** A change may make a loop endless: then the tests are ended after this time. */
const MAX_RUN_MS = 15 * 60_000;

/** What is built from the sources, and what the tests that use it import. */
const BUILT = [
  {
    // The bundled foods are indexed by the code.
    scripts: ['build:code', 'build:catalog'],
    folder: 'dist/program',
    helpers: ['test/cli/run.ts', 'soak/program.ts', 'test/documents.ts'],
  },
  { scripts: ['build:page'], folder: 'dist/web', helpers: ['test/browser/food-site.ts'] },
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'food-lookup-mutate-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll();
    report();
    exit(1);
  });
}
cpSync(root, copy, {
  recursive: true,
  filter: (source) => !['.git', 'node_modules'].includes(relative(root, source)),
});
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');

const places = (positionals.length === 0 ? ['src'] : positionals)
  .flatMap(filesUnder)
  .flatMap((path) =>
    mutationsOf(path, readFileSync(join(copy, path), 'utf8')).map((mutation) => ({
      path,
      mutation,
    })),
  );
shuffle(places, Number(values.seed));

/**
 * What became of a change: a test failed, none did, it did not compile, or the tests did not end, which
 * no test has said.
 */
const count = { caught: 0, survived: 0, refused: 0, hung: 0 };
// Else every change would count as one that does not compile.
if ((await runInCopy('tsc')) !== 'well')
  throw new Error('The project does not compile: run npm run check.');
const until = performance.now() + Number(values.minutes) * 60_000;
for (const { path, mutation } of places.slice(0, Number(values.most))) {
  if (performance.now() > until) break;
  const outcome = await tryMutation(path, mutation);
  count[outcome] += 1;
  if (outcome === 'survived' || outcome === 'hung') {
    const { line, was, becomes } = mutation;
    stdout.write(`${outcome}  ${path}:${line}  ${was}  →  ${becomes}\n`);
  }
}
report();

function report(): void {
  const { caught, survived, refused, hung } = count;
  const tried = caught + survived + hung;
  const share = Math.round((1000 * caught) / Math.max(tried, 1)) / 10;
  stdout.write(`${caught} of ${tried} caught by a test (${share} %), of ${places.length} places; `);
  stdout.write(`${hung} hung, ${refused} more did not compile\n`);
}

function filesUnder(folder: string): string[] {
  if (/\.tsx?$/.test(folder)) return [folder];
  return readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test|\.case|\.d)\.tsx?$/.test(path));
}

async function tryMutation(path: string, mutation: Mutation): Promise<keyof typeof count> {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(text, mutation));
  const once = ['run', '--bail=1', '--passWithNoTests'];
  const related = ['related', '--run', '--bail=1'];
  const own = path.replace(/\.(tsx?)$/, '.test.$1');
  const steps: readonly (readonly [keyof typeof count, () => Promise<Ending>])[] = [
    // Nearly all that can be caught at all are caught here, within seconds.
    ['caught', () => runInCopy('vitest', ...once, own)],
    ['refused', () => runInCopy('tsc')],
    ['caught', () => runInCopy('vitest', ...once, `${dirname(path)}/`)],
    ['caught', async () => runInCopy('vitest', ...related, path, ...(await builtHelpers()))],
  ];
  try {
    for (const [outcome, step] of steps) {
      const ending = await step();
      if (ending !== 'well') return ending === 'late' ? 'hung' : outcome;
    }
    return 'survived';
  } finally {
    writeFileSync(file, text);
    rmSync(join(copy, 'dist'), { recursive: true });
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  }
}

/** Builds what is built, and gives what the tests import that use what has changed by it. */
async function builtHelpers(): Promise<string[]> {
  const found: string[] = [];
  for (const { scripts, folder, helpers } of BUILT) {
    for (const script of scripts) await runInCopy('node', '--run', script);
    if (hashOf(join(copy, folder)) !== hashOf(join(root, folder))) found.push(...helpers);
  }
  return found;
}

/** What stands for the names and the content of all files of a folder. */
function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Runs a command of the project's packages in the copy. */
function runInCopy(command: string, ...args: readonly string[]): Promise<Ending> {
  return run(join(copy, 'node_modules', '.bin', command), args, copy, MAX_RUN_MS);
}

/** Fisher and Yates, with a small generator (mulberry32) so that a run can be repeated. */
function shuffle(items: unknown[], seed: number): void {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let end = items.length - 1; end > 0; end -= 1) {
    const place = Math.floor(random() * (end + 1));
    [items[end], items[place]] = [items[place], items[end]];
  }
}
