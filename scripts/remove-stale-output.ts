import { existsSync, globSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTPUT = /(\.d\.ts|\.js)$/;

// The compiler leaves what it made of sources that have gone, and the package would contain it. What is
// in use is never missing, so tests may run during a build.
if (import.meta.main) {
  const project = fileURLToPath(new URL('..', import.meta.url));
  removeStaleOutput(join(project, 'src'), join(project, 'dist'), ['web', 'program']);
}

/** Removes what the compiler made in `output` of a source that has gone, but nothing in `others`. */
export function removeStaleOutput(sources: string, output: string, others: readonly string[]) {
  for (const name of globSync('**/*.{js,d.ts}', { cwd: output })) {
    const isOther = others.includes(name.split(sep, 1)[0] ?? '');
    if (!isOther && !existsSync(join(sources, name.replace(OUTPUT, '.ts'))))
      rmSync(join(output, name));
  }
}
