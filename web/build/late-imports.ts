import type { Rolldown } from 'vite';

/** What is asked of a file of scripts. */
type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'imports' | 'dynamicImports'>;

/**
 * The files that each file imports although a page that may load it does not start with them, by name.
 *
 * @throws where such files import each other: each would wait for the other
 */
export function lateImports(chunks: readonly Chunk[]): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const all = new Map(
    chunks.map((chunk) => [chunk.fileName, [...chunk.imports, ...chunk.dynamicImports]]),
  );
  const pages = chunks
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => ({ first: reached(fileName, imports), all: reached(fileName, all) }));
  const late = new Map(
    chunks.map(({ fileName, imports }) => {
      const onPages = pages.filter((page) => page.all.has(fileName));
      const isFirst = onPages.some(({ first }) => first.has(fileName));
      const names = imports.filter((name) => !onPages.every(({ first }) => first.has(name)));
      return [fileName, new Set(isFirst ? [] : names)];
    }),
  );
  for (const [name, names] of late) {
    const isCircle = [...names].some((other) => reached(other, late).has(name));
    if (isCircle) throw new Error(`${name} waits for a file that waits for it.`);
  }
  return late;
}

/** A file, and all to which its imports lead. */
function reached(
  name: string,
  imports: ReadonlyMap<string, Iterable<string>>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of imports.get(name) ?? []) reached(imported, imports, found);
  return found;
}
