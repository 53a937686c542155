import { writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { hashOutput } from './build.ts';

// Bundles the modules of the program and its threads into `dist/program/`, since loading some 250
// files one by one takes a third of the startup time. Packages stay outside, so that their fixes
// reach users without a new release of ours. The separate modules remain for users of the library.

const project = fileURLToPath(new URL('..', import.meta.url));
const sources = join(project, 'src');
const output = join(project, 'dist');
const folder = join(output, 'program');

/** The entry points that Node.js runs: the program, and the threads that serve or search. */
const ENTRIES = ['cli/main', 'service/serving-thread', 'catalog/scheduling/slow-lane-worker'];

const nameOf = (entry: string) => entry.replaceAll('/', '-');

/** Modules find files relative to their own URL, which must not change in a bundle. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined;
    const module = relative(sources, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
    const url = `new URL(${JSON.stringify(`../${module}`)}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', url);
  },
};

for (const entry of ENTRIES) {
  const path = join(output, `${entry}.js`);
  const bundle = relative(dirname(path), join(folder, `${nameOf(entry)}.js`)).replaceAll(sep, '/');
  writeFileSync(path, `import '${bundle}';\n`);
}

hashOutput(sources, output, ['web', 'program']);

await build({
  root: project,
  configFile: false,
  // Otherwise, Vite may find a file of this name in a parent folder.
  tsconfig: join(project, 'tsconfig.json'),
  logLevel: 'warn',
  plugins: [keepModuleUrls],
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    minify: false,
    target: 'es2024',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: Object.fromEntries(
        ENTRIES.map((entry) => [nameOf(entry), join(sources, `${entry}.ts`)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
