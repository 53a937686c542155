import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { firstViews, guide, isAtFirstIn, licenses, precompress } from './build/vite-plugins.ts';

// How Vite builds the page and serves it in development.

const folder = import.meta.dirname;
const pages = { foods: `${folder}/index.html`, lab: `${folder}/lab.html` };

export default defineConfig({
  root: folder,
  // Relative, so that the page works under any path it is served from.
  base: './',
  plugins: [preact(), firstViews(), guide(), licenses(), precompress()],
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
      input: pages,
      // One file of what a page needs at first, and one of what both need: many small ones compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', priority: 1, test: (id) => isAtFirstIn(id, ...Object.values(pages)) },
            { name: 'foods', test: (id) => isAtFirstIn(id, pages.foods) },
          ],
        },
      },
    },
  },
});
