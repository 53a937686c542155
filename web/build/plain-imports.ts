import type { Plugin } from 'vite';

// Keeps Vite's helper for `import()` out of the built page.

const HELPER = '\0vite/preload-helper.js';
/** Browsers remember what could not be loaded, by its address: it is tried again under another. */
const HELPER_CODE = `let attempts = 0;
export const __vitePreload = (load) => load('').catch(() => load('?' + ++attempts));`;

/** What Vite writes for its helper: lists of files, and its arguments after what loads a part. */
const LISTS = /^const __vite__mapDeps=.*\n/m;
const ARGUMENTS = /,\s*(?:\[\]|__vite__mapDeps\([^)]*\)),\s*import\.meta\.url\)/g;
const LOADS = /\(\)\s*=>\s*import\((["`][^"`]+["`])\)/g;

/**
 * Leaves `import()` to the browser, and tries once more what fails. Vite's own helper fetches the style
 * sheets of a part before it; as the parts of this page have none of their own, that would be code
 * for nothing.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === HELPER ? HELPER_CODE : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = file.code
            .replace(LISTS, '')
            .replace(ARGUMENTS, ')')
            .replace(LOADS, '$=>import($1+$)');
        }
      },
    },
  };
}
