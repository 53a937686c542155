import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Node, parseSync, type StaticImport } from 'oxc-parser';
import type { Plugin } from 'vite';
import { lateImports } from './late-imports.ts';

// How the built page loads its parts: without Vite's helper for `import()`, and once more what failed.

const HELPER = '\0vite/preload-helper.js';

/** What Vite writes for its helper: lists of files, and its arguments after what loads a part. */
const LISTS = /^const __vite__mapDeps=.*\n/m;
const ARGUMENTS = /,\s*(?:\[\]|__vite__mapDeps\([^)]*\)),\s*import\.meta\.url\)/g;

/**
 * Loads a file, and what it waits for. Browsers remember what could not be loaded, by its address: it
 * is tried again under another.
 */
const LOAD =
  'const $try=f=>import(f).then(m=>m.$late??m),$load=f=>$try(f).catch(()=>$try(f+"?"+Date.now()));';

/**
 * Leaves `import()` to the browser, and tries once more what fails. Vite's own helper fetches the style
 * sheets of a part before it; as the parts of this page have none of their own, that would be code
 * for nothing.
 *
 * A file that several parts share would fail all of them for good, so that they load it in the same
 * way: such a part exports a promise of what it has, `$late`. With an `await` of its own, Safari would
 * take it for ready too soon where two ask for it at once: https://bugs.webkit.org/show_bug.cgi?id=242740
 *
 * @throws while the page is built, where Vite writes anything that this does not know
 */
export function plainImports(): Plugin {
  let isHelperReplaced = false;
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load(id) {
      if (id !== HELPER) return undefined;
      isHelperReplaced = true;
      return 'export const __vitePreload = (load) => load();';
    },
    // Files are named after what they have before they are changed here, and browsers keep them for good.
    augmentChunkHash: () => readFileSync(import.meta.filename, 'utf8'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (!isHelperReplaced) throw new Error(`Vite has no ${HELPER} any more.`);
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const late = lateImports(chunks);
        for (const file of chunks) {
          const code = file.code.replace(LISTS, '').replace(ARGUMENTS, ')');
          file.code = loadingAgain(file.fileName, code, late.get(file.fileName) ?? new Set());
        }
      },
    },
  };
}

/** The code of a file, which loads again what failed of its parts and of its late imports. */
export function loadingAgain(name: string, code: string, lateNames: ReadonlySet<string>): string {
  const { module, program, errors } = parseSync(name, code);
  if (errors.length > 0 || module.importMetas.length > 0)
    throw new Error(`In ${name}, something is left of Vite's helper.`);
  const edits: Edit[] = module.dynamicImports.map(({ start, end, moduleRequest }) => {
    return { start, end, text: `$load(${code.slice(moduleRequest.start, moduleRequest.end)})` };
  });
  const isLate = ({ moduleRequest: { value } }: StaticImport) =>
    lateNames.has(posix.join(posix.dirname(name), value));
  const late = module.staticImports.filter(isLate);
  if (late.length < lateNames.size) throw new Error(`${name} imports otherwise than it says.`);
  if (late.length === 0) return edits.length === 0 ? code : LOAD + edited(code, edits);
  const kept = module.staticImports.filter((each) => !isLate(each));
  const exported = program.body.filter(({ type }) => type.startsWith('Export'));
  const cut = [...module.staticImports, ...exported].map(({ start, end }) => {
    return { start, end, text: '' };
  });
  const addresses = JSON.stringify(late.map(({ moduleRequest }) => moduleRequest.value));
  return [
    ...kept.map(({ start, end }) => code.slice(start, end)),
    `${LOAD}export const $late=(async()=>{`,
    `const[${late.map(patternOf)}]=await Promise.all(${addresses}.map($load));`,
    edited(code, [...edits, ...cut]),
    `;return{${exported.map((node) => exportsOf(name, node))}}})();`,
  ].join('');
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      code,
    );
}

/** What takes the names of an import from the module. */
function patternOf({ entries }: StaticImport): string {
  const names = entries.map(({ importName, localName }) => {
    if (importName.kind === 'NamespaceObject') throw new Error(`${localName.value} is a module.`);
    return `${importName.name ?? 'default'}:${localName.value}`;
  });
  return `{${names}}`;
}

/** What a file exports in a list at its end, as the fields of an object. */
function exportsOf(name: string, node: Node): string {
  const isList = node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source;
  if (!isList) throw new Error(`${name} exports otherwise than in a list.`);
  return node.specifiers
    .map(({ local, exported }) => {
      if (local.type === 'Literal' || exported.type === 'Literal')
        throw new Error(`${name} exports a name that is none.`);
      return `${exported.name}:${local.name}`;
    })
    .join();
}
