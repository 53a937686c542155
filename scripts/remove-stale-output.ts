import { existsSync, globSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTPUT = /(\.d\.ts|\.js)$/;

// The compiler does not remove the output of deleted sources, so the package would contain it.
// Files in use are never removed, so tests may run during a build.
if (import.meta.main) {
  const project = fileURLToPath(new URL('..', import.meta.url));
  removeStaleOutput(join(project, 'src'), join(project, 'dist'), ['web', 'program']);
}

/** Removes output of deleted sources. `others` are top-level folders to leave alone. */
export function removeStaleOutput(sources: string, output: string, others: readonly string[]) {
  for (const name of globSync('**/*.{js,d.ts}', { cwd: output })) {
    const isOther = others.includes(name.split(sep, 1)[0] ?? '');
    if (!isOther && !existsSync(join(sources, name.replace(OUTPUT, '.ts'))))
      rmSync(join(output, name));
  }
}
