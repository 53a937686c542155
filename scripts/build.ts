import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { hashOf, writeCodeHashes } from '../src/settings/build-info.ts';

// `npm run build`. `npm start` and `npm test` build first, and may run at the same time: one build
// waits for the other, and then finds nothing to do.

/** Each list of scripts runs again if one of its sources or results has changed. */
const BUILDS = [
  {
    sources: '{package-lock.json,scripts/build-*.ts,src/**/*.ts,data/**/*}',
    results: 'data/*.sqlite',
    scripts: ['build:database'],
  },
  {
    sources: '{*.json,docs/cors.md,{data,scripts,src,web}/**/*}',
    results: '{dist/**/*,src/data/*.bin}',
    scripts: ['build:code', 'build:catalog', 'build:page'],
  },
] as const;

const NO_SOURCES = ['**/*.{test,case}.*', '**/*.{sqlite,bin}'];

const MAX_WAIT_MS = 10 * 60_000;

if (import.meta.main) process.exit(build(fileURLToPath(new URL('..', import.meta.url))));

/** Builds what has changed in a project. Returns the exit code. */
export function build(project: string): number {
  const { scripts: commands } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const modules = join(project, 'node_modules');
  const cache = join(modules, '.cache/food-lookup');
  mkdirSync(cache, { recursive: true });
  // SQLite unlocks the file when the process ends, even if it is killed.
  using lock = new DatabaseSync(join(cache, 'build.lock'), { timeout: MAX_WAIT_MS });
  lock.exec('BEGIN EXCLUSIVE');
  const env = { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}` };
  // Later scripts use the results of earlier ones.
  let isCurrent = true;
  for (const { sources, results, scripts } of BUILDS) {
    const path = join(cache, `${scripts[0].replace(':', '-')}.hash`);
    // A source that changes during the build is built by the next build.
    const before = hashFiles(project, sources, NO_SOURCES);
    const hash = () => `${before} ${hashFiles(project, results)}`;
    isCurrent &&= existsSync(path) && readFileSync(path, 'utf8') === hash();
    if (isCurrent) continue;
    for (const script of scripts) {
      const options = { cwd: project, env, shell: true, stdio: 'inherit' } as const;
      const { status } = spawnSync(commands[script], options);
      if (status === 0) continue;
      console.error(`${script} failed.`);
      return status ?? 1;
    }
    writeFileSync(path, hash());
  }
  return 0;
}

/**
 * Removes output of deleted sources, which the compiler keeps, and records the hashes of the rest.
 * `others` are top-level folders to leave alone. Files in use are never removed.
 */
export function hashOutput(sources: string, output: string, others: readonly string[]) {
  for (const name of globSync('**/*.{js,d.ts}', { cwd: output })) {
    const isOther = others.includes(name.split(sep, 1)[0] ?? '');
    if (!isOther && !existsSync(join(sources, name.replace(/(\.d\.ts|\.js)$/, '.ts'))))
      rmSync(join(output, name));
  }
  writeCodeHashes(output);
}

function hashFiles(cwd: string, pattern: string, exclude: readonly string[] = []): string {
  const files = globSync(pattern, { cwd, exclude, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return hashOf(new Map(paths.map((path) => [relative(cwd, path), readFileSync(path)])));
}
