import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { loadCatalog } from '../src/catalog/loading/load-catalog.ts';
import { encodeCatalog } from '../src/catalog/table/catalog-file.ts';
import { createMemoryCatalog } from '../src/catalog/table/memory-catalog.ts';
import { createCorsPolicy } from '../src/cors/index.ts';
import { EGG } from './egg.ts';
import { snapshotOf } from './load-entries.ts';

// The invariants of ARCHITECTURE.md that concern more than one file.

const ORIGIN = { label: '', mark: '' };

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name.replaceAll('\\', '/')))
  .filter((path) => /(?<!\.test|\.case)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const pathsWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('only the program reads flags and the environment', () => {
  const readers = pathsWith(
    /\bprocess\.(env|argv)\b|import \{[^}]*\b(env|argv)\b[^}]*\} from 'node:process'/,
  );
  expect(readers.length).toBeGreaterThan(0);
  expect(readers.filter((path) => !path.startsWith('src/cli/'))).toEqual([]);
});

test('the stores are reached only through open-store.ts, and by the import', () => {
  const reached = pathsWith(/['"]\.[./\w-]*\/(sqlite|postgres)\/[\w-]+\.ts['"]/);
  expect(reached.filter((path) => !/^src\/(?:cli\/)?import\//.test(path))).toEqual([
    'src/catalog/open-store.ts',
  ]);
  const imported = sources
    .filter(({ path }) => path.startsWith('src/import/'))
    .flatMap(({ text }) => text.match(/catalog\/(sqlite|postgres)\/[\w-]+/g) ?? []);
  expect([...new Set(imported)]).toEqual([
    'catalog/sqlite/import-table',
    'catalog/sqlite/seen-texts',
    'catalog/sqlite/row-sorter',
  ]);
});

test('errors become responses in one place, and no code reads a stack trace', () => {
  expect(pathsWith(/\.setErrorHandler\(/)).toEqual(['src/http/errors.ts']);
  expect(pathsWith(/\.stack\b/)).toEqual([]);
});

test("only the doctor loads Node's whole http module", () => {
  expect(pathsWith(/^import (?!type )[^;]* from 'node:http';/m)).toEqual(['src/doctor/probe.ts']);
});

test('the doctor imports no code that makes CORS decisions', () => {
  const taken = sources
    .filter(({ path }) => path.startsWith('src/doctor/'))
    .flatMap(({ text }) => [...text.matchAll(/^import \{([^}]*)\} from '\.\.\/cors\//gm)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  expect(taken.sort()).toEqual([
    'MAX_AGE_LIMIT',
    'addressSpaceOf',
    'isLoopback',
    'lintOrigin',
    'networkNote',
    'ownedPart',
  ]);
});

test('expressions are tested only on serialized origins', () => {
  const policy = createCorsPolicy({ origin: /^.*$/ });
  expect(policy.decide('https://a.example')).toMatchObject({ kind: 'allowed' });
  const others = [
    '',
    'a.example',
    'https://A.example',
    'https://a.example/',
    'https://a.example:443',
  ];
  for (const text of [
    ...others,
    'https://a.example https://b.example',
    `https://${'a'.repeat(1_100)}`,
  ]) {
    expect(policy.decide(text), text).toMatchObject({ kind: 'refused' });
  }
});

test('no two constants for numbers or lists have the same name, exported or not', () => {
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]+)\b/gm)].map(([, name = '']) => ({
      path,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(700);
  const paths = Map.groupBy(named, ({ name }) => name);
  expect([...paths].filter(([, places]) => places.length > 1)).toEqual([]);
});

test('no thread awaits its own function at the top level: if it were ended then, V8 could crash', () => {
  const names = sources.flatMap(({ text }) => [...text.matchAll(/\bstartThread\(\s*'([\w-]+)'/g)]);
  const files = names.map(([, name]) => sources.find(({ path }) => path.endsWith(`/${name}.ts`)));
  expect(files.length).toBeGreaterThan(4);
  for (const { path, text } of files.filter((file) => file !== undefined)) {
    const own = [...text.matchAll(/^async function (\w+)/gm)].map(([, name]) => name);
    const awaited = [...text.matchAll(/^\S.*\bawait (\w+)\(/gm)].map(([, name]) => name);
    expect
      .soft(
        awaited.filter((name) => own.includes(name)),
        path,
      )
      .toEqual([]);
  }
});

/** The maximum length of a file: as much as a reader can keep in mind. */
const MAX_FILE_LINES = 250;

test('no file is too long', () => {
  const files = ['bench', 'scripts', 'soak', 'src', 'test', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(?:tsx?|css)$/.test(path)),
  );
  expect(files.length).toBeGreaterThan(800);
  const lines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;
  expect(files.filter((path) => lines(path) > MAX_FILE_LINES)).toEqual([]);
});

test('modules shared by tests leave their servers running for the next file', () => {
  const shared = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
    // each-test.ts alone sets up hooks for each test on purpose.
    (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'each-test.ts',
  );
  const hook = /^(?:before|after)(?:All|Each)\(/m;
  expect(shared.length).toBeGreaterThan(50);
  expect(
    shared.filter((name) => hook.test(readFileSync(join(root, 'test', name), 'utf8'))),
  ).toEqual([]);
});

test('a search neither changes an index nor serializes a food', async () => {
  const names = ['Egg, raw', 'Egg, fried', 'Milk', 'Broccoli', 'Crème fraîche'];
  const entries = names.map((description) => ({ ...EGG, description }));
  const { data } = await loadCatalog(snapshotOf(entries), { fields: ['fat_known'] });
  const before = encodeCatalog(data, ORIGIN);
  const catalog = createMemoryCatalog(data);
  const stringify = vi.spyOn(JSON, 'stringify');
  for (const match of ['substring', 'words', 'fuzzy'] as const) {
    for (const text of ['egg', 'eg', 'brocoli', 'creme', 'i', 'egg raw', '奶']) {
      for (const fields of [[], [...catalog.fields]]) {
        await catalog.search({ text, match, limit: 3, fields });
      }
    }
  }
  const serialized = stringify.mock.calls.map(([value]) => value);
  stringify.mockRestore();
  expect(serialized.filter((value) => Object(value) === value && 'description' in value)).toEqual(
    [],
  );
  expect(Buffer.compare(encodeCatalog(data, ORIGIN), before)).toBe(0);
});
