import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { guide } from './build/guide.ts';
import { licenses } from './build/licenses.ts';
import { plainImports } from './build/plain-imports.ts';
import { precompress } from './build/precompress.ts';

const folder = import.meta.dirname;

export default defineConfig({
  root: folder,
  // Relative, so that the page works under any path it is served from.
  base: './',
  plugins: [preact(), plainImports(), guide(), licenses(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The page's Content-Security-Policy allows neither inline scripts nor data addresses.
    modulePreload: {
      polyfill: false,
      // What a part needs is loaded with it: a list of it here would weigh more than it saves.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { foods: `${folder}/index.html`, lab: `${folder}/lab.html` },
      // One file of what several parts share: many small ones compress worse.
      output: {
        codeSplitting: {
          groups: [
            // Not what only parts share that are loaded later.
            {
              name: 'shared',
              minShareCount: 2,
              test: /^(?!.*(explain-here|plate-title|amount-editor|-texts\.|\/plate\/energy-|\/food\/))/,
            },
          ],
        },
      },
    },
  },
});
