import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';

/**
 * Leaves `import()` to the browser. Vite's own helper fetches the style sheets of a part before it; as
 * the parts of this page have none of their own, that would be code for nothing.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}
