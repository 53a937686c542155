import type { Plugin } from 'vite';

// Keeps Vite's helper for `import()` out of the built page.

const HELPER = '\0vite/preload-helper.js';
/** What Vite writes for that helper: its lists of files, and its arguments after what loads a part. */
const LISTS = /^const __vite__mapDeps=.*\n/m;
const ARGUMENTS = /,(?:\[\]|__vite__mapDeps\([^)]*\)),import\.meta\.url\)/g;

/**
 * Leaves `import()` to the browser. Vite's own helper fetches the style sheets of a part before it; as
 * the parts of this page have none of their own, that would be code for nothing.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk')
            file.code = file.code.replace(LISTS, '').replace(ARGUMENTS, ')');
      },
    },
  };
}
