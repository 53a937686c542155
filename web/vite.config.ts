import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

// The page's Vite configuration, for builds and development. Its plugins add files to the build
// (the guide to blocked calls, compressed copies). Also decides which modules load together.

const folder = import.meta.dirname;

export default defineConfig({
  root: folder,
  tsconfig: 'tsconfig.json',
  // URLs are relative, so that the page works under any path.
  base: './',
  plugins: [preact(), guide(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The page's Content-Security-Policy forbids inline scripts and data URLs.
    modulePreload: {
      polyfill: false,
      // Lazy parts load their own imports. Lists for preloading would cost more bytes than they
      // save.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { foods: `${folder}/index.html`, lab: `${folder}/lab.html` },
      // Makes one chunk for the page's first view and one that both pages share, since many small
      // chunks compress worse.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: firstViewOf, debugName: 'first view' }],
        },
      },
    },
  },
});

const GUIDE = new URL('../docs/cors.md', import.meta.url);

/**
 * Adds the guide to blocked calls to the build. The page links to it when its calls are blocked.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    generateBundle() {
      const source = readFileSync(GUIDE, 'utf8');
      this.emitFile({ type: 'asset', fileName: 'cors-guide.txt', source });
    },
  };
}

const TEXT = /\.(html|js|css|svg|txt)$/;

/** Writes `.br` and `.gz` copies of the built text files, for servers to send as they are. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(name)) continue;
        const path = join(dir, name);
        const body = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(body));
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}

/**
 * Returns the chunk for a module that the foods page imports statically, and so needs for its first
 * view; `null` for other modules. The lab page shares some of these modules.
 */
export function firstViewOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const found = new Set([id]);
  // The loop also visits the modules that it adds.
  for (const module of found)
    for (const importer of context.getModuleInfo(module)?.importers ?? []) found.add(importer);
  const isIn = (page: string) => [...found].some((module) => module.endsWith(page));
  if (!isIn('/index.html')) return null;
  return isIn('/lab.html') ? 'shared' : 'foods';
}
