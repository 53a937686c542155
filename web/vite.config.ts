import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { firstViewOf, guide, precompress } from './build/vite-plugins.ts';

// The page's Vite configuration, for builds and development.

const folder = import.meta.dirname;

export default defineConfig({
  root: folder,
  // Relative URLs, so that the page works under any path.
  base: './',
  plugins: [preact(), guide(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The page's Content-Security-Policy forbids inline scripts and data URLs.
    modulePreload: {
      polyfill: false,
      // Lazy parts load their own imports; preload lists would weigh more than they save.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      input: { foods: `${folder}/index.html`, lab: `${folder}/lab.html` },
      // One chunk for the page's first view and one that both pages share: many small ones compress
      // worse.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: firstViewOf, debugName: 'first view' }],
        },
      },
    },
  },
});
