import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

// Builds the guide to blocked calls from docs/cors.md for the page.

const GUIDE = new URL('../../docs/cors.md', import.meta.url);

/** Puts the guide to blocked calls beside the page, which leads there when its calls are blocked. */
export function guide(): Plugin {
  return {
    name: 'guide',
    generateBundle() {
      const source = readFileSync(GUIDE, 'utf8');
      this.emitFile({ type: 'asset', fileName: 'cors-guide.txt', source });
    },
  };
}
