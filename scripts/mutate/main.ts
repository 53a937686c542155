import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';
import { shuffled } from '../../bench/measure.ts';
import { endRun, run } from './run.ts';

// `npm run mutate -- src/search --minutes 10` makes small changes one at a time in a copy of the
// project, chosen at random by --seed, and prints those that no test detects. It runs the tests
// beside the changed file, the tests that import this file, and the tests of the rebuilt program or
// page.

/** The time after which the tests are killed, since a change may make a loop endless. */
const MAX_RUN_MS = 15 * 60_000;

/** Maps operators to those that are easily mistaken for them. */
const OPERATORS = new Map(
  ['< <=', '> >=', '=== !==', '+ -', '* /', '&& ||', '& |', '<< >>', '+= -=']
    .map((pair) => pair.split(' '))
    .flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const])
    .concat([['%', '*'] as const, ['??', '&&'] as const, ['>>>', '<<'] as const]),
);

const PAGE_SOURCES = /^(web|src\/(amount|client|search))/;
/** Modules imported by the tests of the built program, and by the tests of the built page. */
const PROGRAM_HELPERS = ['test/cli/run.ts', 'soak/program.ts', 'test/documents.ts'];
const PAGE_HELPERS = ['test/browser/food-site.ts'];

interface Place {
  readonly start: number;
  readonly end: number;
}

interface Mutation extends Place {
  readonly path: string;
  readonly becomes: string;
}

function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const found: Mutation[] = [];
  const add = ({ start, end }: Place, becomes: string) => found.push({ path, start, end, becomes });
  const swap = ({ operator, left, right }: { operator: string; left: Place; right: Place }) => {
    const start = text.indexOf(operator, left.end);
    const other = OPERATORS.get(operator);
    if (other === undefined || start < 0 || start > right.start) return;
    add({ start, end: start + operator.length }, other);
  };
  const negate = ({ test }: { test: Place | null }) => {
    if (test !== null) add(test, `!(${text.slice(test.start, test.end)})`);
  };
  new Visitor({
    BinaryExpression: swap,
    LogicalExpression: swap,
    AssignmentExpression: swap,
    IfStatement: negate,
    WhileStatement: negate,
    ConditionalExpression: negate,
    UpdateExpression: ({ operator, argument, ...node }) =>
      add(node, `${text.slice(argument.start, argument.end)}${operator === '++' ? '--' : '++'}`),
    Literal: (node) => {
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      if (typeof node.value === 'number') add(node, String(node.value + 1));
    },
    ReturnStatement: ({ argument }) => {
      if (argument?.type === 'Identifier' && argument.name !== 'undefined')
        add(argument, 'undefined as never');
    },
    ExpressionStatement: (node) => {
      if (/^(Call|Await)Expression$/.test(node.expression.type)) add(node, ';');
    },
  }).visit(program);
  return found;
}

/** The outcome: a test failed or did not end, no test failed, or the code did not compile. */
type Outcome = 'caught' | 'survived' | 'refused';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'food-lookup-mutate-'));
process.once('exit', () => {
  endRun();
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
});
const filter = (path: string) => !['.git', 'node_modules'].includes(relative(root, path));
cpSync(root, copy, { recursive: true, filter });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
const runInCopy = (command: string, ...args: readonly string[]) =>
  run(join(copy, 'node_modules', '.bin', command), args, copy, MAX_RUN_MS);

const folders = positionals.length === 0 ? ['src'] : positionals;
const mutations = globSync(
  folders.flatMap((folder) => [folder, `${folder}/**`]),
  { cwd: copy },
)
  .filter((path) => /(?<!\.test|\.case|\.d)\.tsx?$/.test(path))
  .flatMap((path) => mutationsOf(path, readFileSync(join(copy, path), 'utf8')));

const count = { caught: 0, survived: 0, refused: 0 };
process.once('exit', () => {
  const tried = count.caught + count.survived;
  stdout.write(`Tests caught ${count.caught} of ${tried} changes (${mutations.length} possible); `);
  stdout.write(`${count.refused} more did not compile\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => exit(1));

async function outcomeOf(path: string): Promise<Outcome> {
  const own = path.replace(/\.(tsx?)$/, '.test.$1');
  const beside = ['run', '--bail=1', '--passWithNoTests'];
  const helpers = [
    ...(path.startsWith('src') ? PROGRAM_HELPERS : []),
    ...(PAGE_SOURCES.test(path) ? PAGE_HELPERS : []),
  ];
  const steps: readonly (readonly [Outcome, () => Promise<boolean>])[] = [
    // Nearly all changes that can be caught are caught here, within seconds.
    ['caught', () => runInCopy('vitest', ...beside, own)],
    ['refused', () => runInCopy('tsc')],
    ['caught', () => runInCopy('vitest', ...beside, `${dirname(path)}/`)],
    ['caught', () => runInCopy('node', '--run', 'build')],
    ['caught', () => runInCopy('vitest', 'related', '--run', '--bail=1', path, ...helpers)],
  ];
  for (const [outcome, step] of steps) {
    if (!(await step())) return outcome;
  }
  return 'survived';
}

// If even the unchanged code did not compile, every change would count as not compiling.
if (!(await runInCopy('tsc'))) {
  throw new Error('The project does not compile: run npm run check.');
}
const until = performance.now() + Number(values.minutes) * 60_000;
for (const { path, start, end, becomes } of shuffled(mutations, Number(values.seed))) {
  if (performance.now() > until) break;
  const text = readFileSync(join(copy, path), 'utf8');
  writeFileSync(join(copy, path), text.slice(0, start) + becomes + text.slice(end));
  const outcome = await outcomeOf(path);
  count[outcome] += 1;
  writeFileSync(join(copy, path), text);
  rmSync(join(copy, 'dist'), { recursive: true });
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  if (outcome !== 'survived') continue;
  const line = text.slice(0, start).split('\n').length;
  stdout.write(`${path}:${line}  ${text.slice(start, end)}  →  ${becomes}\n`);
}
