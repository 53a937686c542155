import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { codeHash } from '../src/data/bundled-catalog.ts';

// Bundles the program and its threads into `dist/program/`: what is one file, which packages stay
// outside, licenses. Loading its modules one by one, and those of the packages that every start
// needs, takes half of a start. The modules stay where they are for the library and its users; only
// those that start something load the bundle.

const project = fileURLToPath(new URL('..', import.meta.url));
const sources = join(project, 'src');
const output = join(project, 'dist');
const FOLDER = 'program';
const PACKAGES = '/node_modules/';
/** What the licenses of the packages in the bundle ask for. */
const NOTICES = 'LICENSES.txt';

/** What Node.js is told to run: the program, and the threads that serve or search. */
const ENTRIES = ['cli/main', 'serving/serving-thread', 'catalog/turns/slow-lane-worker'];

/** Packages that a start does not load, or that Fastify names and nothing here uses. */
const SEPARATE = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/rate-limit',
  ...[
    'cli-progress',
    'csv-parse',
    'entities',
    'pino-pretty',
    'postgres',
    'prom-client',
    'sax',
    'yauzl',
  ],
];

/** Modules of Node.js that few starts need, though all import them: each takes 5 to 10 ms of a thread. */
const LATE = ['node:http2', 'node:https', 'node:tls'];

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

/** Names for its default, for all of it and for parts of it, as far as it has them; the module. */
type NodeImport = [
  whole: string | undefined,
  all: string | undefined,
  names: string | undefined,
  module: string,
];

/**
 * Importing a module of Node.js calls each of its getters, and one of `node:http` loads a whole client
 * for fetch. Asked for by name, a module has only what is taken from it.
 */
const takeFromNode: Plugin = {
  name: 'take-from-node',
  renderChunk(code) {
    const taken = code.replace(NODE_IMPORT, (_, ...[whole, all, names, module]: NodeImport) => {
      if (names !== undefined && LATE.includes(module)) return takeLate(names, module);
      const from = ` = process.getBuiltinModule("${module}");`;
      const parts = [whole, all, names?.replaceAll(' as ', ': ')];
      return parts.flatMap((part) => (part === undefined ? [] : `const ${part}${from}`)).join(' ');
    });
    if (/from "node:/.test(taken)) throw new Error('An import of a module of Node.js is left.');
    return taken;
  },
};

/** Functions of a module that is loaded when one of them is called. */
function takeLate(names: string, module: string): string {
  const taken = names
    .slice(1, -1)
    .split(',')
    .map((name) => {
      const [theirs = '', ours = theirs] = name.trim().split(' as ');
      if (/^[A-Z]/.test(theirs))
        throw new Error(`${theirs} of ${module} is no function to call later.`);
      return `const ${ours} = (...given) => process.getBuiltinModule("${module}").${theirs}(...given);`;
    });
  return taken.join(' ');
}

/** For packages, modules that are loaded when something is taken from them. */
const loadLate: Plugin = {
  name: 'load-late',
  enforce: 'pre',
  resolveId(id, importer) {
    return LATE.includes(id) && importer?.includes(PACKAGES) ? `\0late:${id}.cjs` : undefined;
  },
  load(id) {
    const [, name] = /^\0late:(.*)\.cjs$/.exec(id) ?? [];
    if (name === undefined) return undefined;
    const taken = `get: (_, key) => process.getBuiltinModule(${JSON.stringify(name)})[key]`;
    return `module.exports = new Proxy({}, { ${taken} });`;
  },
};

/**
 * What starts with what: modules that are loaded with the same of these are one file. To find and read
 * many small files takes longer than to run them.
 */
const STARTS = ['cli/main', 'serving/serving-thread', 'cli/serve'];

type ModuleGraph = {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
};

const starts = new Map<string, string>();

/** The file that a module is in; `null` where no start needs it. */
function fileOf(id: string, graph: ModuleGraph): string | null {
  if (starts.size === 0)
    for (const start of STARTS) addImported(start, join(sources, `${start}.ts`), graph);
  return starts.get(id) ?? null;
}

function addImported(start: string, id: string, graph: ModuleGraph): void {
  const present = starts.get(id) ?? '';
  const name = nameOf(start);
  if (present.endsWith(name)) return;
  starts.set(id, present === '' ? name : `${present}+${name}`);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
    addImported(start, imported, graph);
}

const folder = join(output, FOLDER);
for (const entry of ENTRIES) {
  const path = join(output, `${entry}.js`);
  const bundle = relative(dirname(path), join(folder, `${nameOf(entry)}.js`)).replaceAll(sep, '/');
  replaceFile(path, `import '${bundle}';\n`);
}

const built = await build({
  root: project,
  configFile: false,
  logLevel: 'warn',
  define: { BUNDLED_CODE_HASH: JSON.stringify(codeHash(output)) },
  plugins: [keepPlaces, takeFromNode, loadLate],
  ssr: { noExternal: true, external: SEPARATE },
  build: {
    ssr: true,
    write: false,
    minify: false,
    target: 'es2024',
    rolldownOptions: {
      input: Object.fromEntries(
        ENTRIES.map((entry) => [nameOf(entry), join(sources, `${entry}.ts`)]),
      ),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: {
          groups: [{ name: fileOf, debugName: 'starts' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
if (!('output' in built)) throw new Error('Vite made no bundle.');
mkdirSync(folder, { recursive: true });
const bundled = built.output.filter((file) => file.type === 'chunk');
for (const { fileName, code } of bundled) replaceFile(join(folder, fileName), inLatin1(code));
replaceFile(join(folder, NOTICES), notices());
const kept = new Set([NOTICES, ...built.output.map(({ fileName }) => fileName)]);
for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name));

/** One other character makes V8 keep a whole file with two bytes for each character, in every thread. */
function inLatin1(code: string): string {
  if (/\\[^\0-\xff]/.test(code)) throw new Error('A character would be escaped twice.');
  return code.replace(
    /[^\0-\xff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The license of each package that is in the bundle. */
function notices(): string {
  const modules = bundled.flatMap(({ moduleIds }) => moduleIds);
  const folders = modules.flatMap(
    (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1) ?? [],
  );
  return [...new Set(folders)].toSorted().map(noticeOf).join('\n');
}

function noticeOf(folder: string): string {
  const name = folder.slice(folder.lastIndexOf(PACKAGES) + PACKAGES.length);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each)) ?? 'package.json';
  const text = readFileSync(join(folder, file), 'utf8');
  // Some only name theirs.
  return `${name}\n\n${file === 'package.json' ? `${JSON.parse(text).license}\n` : text}`;
}

/** Whoever reads the file meanwhile finds the whole of it, or the one before. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
