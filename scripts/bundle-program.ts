import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

// The program in a few files: loading its modules one by one takes a third of a start. The modules stay
// where they are for the library and its users; only those that start something load the bundle.

const project = fileURLToPath(new URL('..', import.meta.url));
const sources = join(project, 'src');
const output = join(project, 'dist');
const FOLDER = 'program';

/** What Node.js is told to run: the program, and the threads that serve or search. */
const ENTRIES = ['cli/main', 'serving/serving-thread', 'catalog/turns/slow-lane-worker'];

const nameOf = (entry: string) => entry.replaceAll('/', '-');

/** Files are found from where a module is, which must not change in a bundle. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined;
    const module = relative(sources, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
    const place = `new URL(${JSON.stringify(`../${module}`)}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', place);
  },
};

const NODE_IMPORT =
  /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|(\{.*\}))? ?from "(node:[\w/]+)";$/gm;

/**
 * Importing a module of Node.js calls each of its getters, and one of `node:http` loads a whole client
 * for fetch. Asked for by name, a module has only what is taken from it.
 */
const takeFromNode: Plugin = {
  name: 'take-from-node',
  renderChunk(code) {
    const taken = code.replace(NODE_IMPORT, (_, ...[whole, all, names, module]: string[]) => {
      const from = ` = process.getBuiltinModule("${module}");`;
      const parts = [whole, all, names?.replaceAll(' as ', ': ')];
      return parts.flatMap((part) => (part === undefined ? [] : `const ${part}${from}`)).join(' ');
    });
    if (/from "node:/.test(taken)) throw new Error('An import of a module of Node.js is left.');
    return taken;
  },
};

const built = await build({
  root: project,
  configFile: false,
  logLevel: 'warn',
  plugins: [keepPlaces, takeFromNode],
  build: {
    ssr: true,
    write: false,
    minify: false,
    target: 'es2024',
    rolldownOptions: {
      input: Object.fromEntries(
        ENTRIES.map((entry) => [nameOf(entry), join(sources, `${entry}.ts`)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
if (!('output' in built)) throw new Error('Vite made no bundle.');
const folder = join(output, FOLDER);
mkdirSync(folder, { recursive: true });
for (const file of built.output) {
  if (file.type === 'chunk') replaceFile(join(folder, file.fileName), file.code);
}
for (const entry of ENTRIES) {
  const path = join(output, `${entry}.js`);
  const bundle = relative(dirname(path), join(folder, `${nameOf(entry)}.js`)).replaceAll(sep, '/');
  replaceFile(path, `import '${bundle}';\n`);
}
const kept = new Set(built.output.map(({ fileName }) => fileName));
for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name));

/** Whoever reads the file meanwhile finds the whole of it, or the one before. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
