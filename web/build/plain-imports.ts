import type { Plugin, Rolldown } from 'vite';

// How the built page loads its parts: without Vite's helper for `import()`, and once more what failed.

const HELPER = '\0vite/preload-helper.js';
/** Browsers remember what could not be loaded, by its address: it is tried again under another. */
const HELPER_CODE = `let attempts = 0;
export const __vitePreload = (load) => load('').catch(() => load('?' + ++attempts));`;

/** What Vite writes for its helper: lists of files, and its arguments after what loads a part. */
const LISTS = /^const __vite__mapDeps=.*\n/m;
const ARGUMENTS = /,\s*(?:\[\]|__vite__mapDeps\([^)]*\)),\s*import\.meta\.url\)/g;
const LOADS = /\(\)\s*=>\s*import\((["`][^"`]+["`])\)/g;
/** What a part imports, which stands first in its file. */
const IMPORTS = /import\{([^}]*)\}from"(\.\/[^"]+)";/y;

/**
 * Leaves `import()` to the browser, and tries once more what fails. Vite's own helper fetches the style
 * sheets of a part before it; as the parts of this page have none of their own, that would be code
 * for nothing. A file that several parts share would fail all of them for good, so that they load it
 * in the same way.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === HELPER ? HELPER_CODE : undefined),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const atFirst = filesAtFirst(bundle);
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          file.code = file.code
            .replace(LISTS, '')
            .replace(ARGUMENTS, ')')
            .replace(LOADS, '$=>import($1+$)');
          if (!atFirst.has(file.fileName)) file.code = importingAgain(file.code, atFirst);
        }
      },
    },
  };
}

/** The files without which no page starts: an entry, and what it imports. */
function filesAtFirst(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    for (const imported of file.imports) add(imported);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry) add(file.fileName);
  }
  return found;
}

/** The code of a part, which loads once more what it imports and is not there from the start. */
function importingAgain(code: string, atFirst: ReadonlySet<string>): string {
  let [kept, end] = ['', 0];
  const [names, addresses]: [string[], string[]] = [[], []];
  IMPORTS.lastIndex = 0;
  for (let found = IMPORTS.exec(code); found !== null; found = IMPORTS.exec(code)) {
    const [text, imported = '', address = ''] = found;
    end = IMPORTS.lastIndex;
    if ([...atFirst].some((name) => name.endsWith(address.slice(1)))) kept += text;
    else {
      names.push(`{${imported.replaceAll(' as ', ':')}}`);
      addresses.push(address);
    }
  }
  if (names.length === 0) return code;
  const load = '$load=f=>import(f).catch(()=>import(f+"?"+Date.now()))';
  const all = `await Promise.all(${JSON.stringify(addresses)}.map($load))`;
  return `${kept}const ${load},[${names.join()}]=${all};${code.slice(end)}`;
}
