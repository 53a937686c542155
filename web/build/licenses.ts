import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

// Which packages have their license put beside the page's scripts.

/** The packages whose code is in the scripts of the page. */
const BUNDLED = ['preact'];

/** Puts the licenses of the bundled packages beside the scripts that contain their code. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    generateBundle() {
      const notices = BUNDLED.map((name) => {
        const folder = packageFolder(name);
        const { version }: { version: string } = JSON.parse(
          readFileSync(join(folder, 'package.json'), 'utf8'),
        );
        return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`;
      });
      const source = notices.join(`\n${'-'.repeat(72)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

function packageFolder(name: string): string {
  const require = createRequire(import.meta.url);
  const paths = require.resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find(hasPackage);
  if (found === undefined) throw new Error(`Cannot find the package ${name}. Run "npm ci".`);
  return found;
}

function hasPackage(folder: string): boolean {
  try {
    readFileSync(join(folder, 'package.json'));
    return true;
  } catch {
    return false;
  }
}
