import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../src/settings/build-info.ts';

// `npm run build`. `npm start` and `npm test` build first, and may run at the same time: one build
// waits for the other, and then finds nothing to do.

/** Each list of scripts runs again if one of the files, sources or results, has changed. */
const BUILDS = [
  ['{package-lock.json,scripts/build-*.ts,src/**/*.ts,data/**/*.*}', ['build:database']],
  [
    '{*.json,docs/cors.md,{data,dist,scripts,src,web}/**/*.*}',
    ['build:code', 'build:catalog', 'build:page'],
  ],
] as const;

const MAX_WAIT_MS = 10 * 60_000;

if (import.meta.main) process.exit(build(fileURLToPath(new URL('..', import.meta.url))));

/** Builds what has changed in a project. Returns the exit code. */
export function build(project: string): number {
  const cache = join(project, 'node_modules/.cache/food-lookup');
  mkdirSync(cache, { recursive: true });
  // SQLite unlocks the file when the process ends, even if it is killed.
  using lock = new DatabaseSync(join(cache, 'build.lock'), { timeout: MAX_WAIT_MS });
  lock.exec('BEGIN EXCLUSIVE');
  for (const [files, scripts] of BUILDS) {
    const path = join(cache, `${scripts[0].replace(':', '-')}.hash`);
    if (existsSync(path) && readFileSync(path, 'utf8') === hashFiles(project, files)) continue;
    for (const script of scripts) {
      const options = { cwd: project, stdio: 'inherit' } as const;
      const { status } = spawnSync(execPath, ['--run', script], options);
      if (status !== 0) return status ?? 1;
    }
    writeFileSync(path, hashFiles(project, files));
  }
  return 0;
}

/**
 * Removes output of deleted sources, which the compiler keeps. `others` are top-level folders to
 * leave alone. Files in use are never removed.
 */
export function removeStaleOutput(sources: string, output: string, others: readonly string[]) {
  for (const name of globSync('**/*.{js,d.ts}', { cwd: output })) {
    const isOther = others.includes(name.split(sep, 1)[0] ?? '');
    if (!isOther && !existsSync(join(sources, name.replace(/(\.d\.ts|\.js)$/, '.ts'))))
      rmSync(join(output, name));
  }
}

function hashFiles(cwd: string, files: string): string {
  const exclude = ['**/*.{test,case}.*'];
  const names = globSync(files, { cwd, exclude });
  return hashOf(new Map(names.map((name) => [name, readFileSync(join(cwd, name))])));
}
