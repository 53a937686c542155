import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

// The project's own Vite plugins: they add files to the build (the guide to blocked calls,
// licenses, compressed copies) and record which modules each page needs for its first view.

const GUIDE = new URL('../../docs/cors.md', import.meta.url);

/**
 * Adds the guide to blocked calls to the build; the page links to it when its calls are blocked.
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

/** The packages bundled into the page's scripts. */
const BUNDLED = ['preact'];

/** Adds the licenses of the bundled packages to the build. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle() {
      const { resolve } = createRequire(import.meta.url);
      const notices = BUNDLED.map((name) => {
        const manifest = resolve(`${name}/package.json`);
        const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
        const license = readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8');
        return `${name} ${version}\n\n${license}`;
      });
      const source = notices.join(`\n${'-'.repeat(72)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
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

/** Module ID → the pages that import it statically. */
const pagesOf = new Map<string, Set<string>>();

/** Records what each page imports statically, for {@link isAtFirstIn}. */
export function firstViews(): Plugin {
  return {
    name: 'first-views',
    buildEnd() {
      const note = (id: string, page: string) => {
        const pages = pagesOf.get(id) ?? new Set();
        if (pages.has(page)) return;
        pagesOf.set(id, pages.add(page));
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) note(imported, page);
      };
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) note(id, id);
    },
  };
}

/** Checks whether exactly these pages need a module for their first view. */
export function isAtFirstIn(id: string, ...pages: readonly string[]): boolean {
  const found = pagesOf.get(id);
  return found?.size === pages.length && pages.every((page) => found.has(page));
}
