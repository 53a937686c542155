import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OUTPUT = /(\.d\.ts|\.js)$/;

// The compiler leaves what it made of sources that have gone, and the package would contain it. What is
// in use is never missing, so tests may run during a build.
if (import.meta.main) {
  const project = fileURLToPath(new URL('..', import.meta.url));
  const output = join(project, 'dist');
  const others = [join(output, 'web'), join(output, 'program')];
  removeStaleOutput(join(project, 'src'), output, others);
}

/** Removes what the compiler made in `output` of a source that has gone, but nothing in `others`. */
export function removeStaleOutput(
  sources: string,
  output: string,
  others: readonly string[] = [],
): void {
  for (const entry of readdirSync(output, { withFileTypes: true })) {
    const [source, path] = [join(sources, entry.name), join(output, entry.name)];
    if (others.includes(path)) continue;
    if (entry.isDirectory()) {
      removeStaleOutput(source, path, others);
      if (readdirSync(path).length === 0) rmdirSync(path);
    } else if (OUTPUT.test(source) && !existsSync(source.replace(OUTPUT, '.ts'))) {
      rmSync(path, { force: true });
    }
  }
}
