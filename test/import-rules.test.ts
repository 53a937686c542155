import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

/** Maps each folder of src to the other folders that it may import from. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  cache: [],
  amount: [],
  food: ['errors'],
  // `client`: only for the types of values.
  meal: ['amount', 'catalog', 'client', 'errors'],
  cors: ['errors', 'cache'],
  search: ['amount', 'errors', 'food', 'cache'],
  catalog: ['amount', 'errors', 'food', 'cache', 'search'],
  import: ['errors', 'food', 'cors', 'catalog', 'cache'],
  interfaces: ['amount', 'catalog', 'client', 'errors', 'food', 'meal', 'cache'],
  http: ['errors', 'food', 'cors', 'catalog', 'interfaces', 'meal', 'cache'],
  client: ['errors'],
  doctor: ['errors', 'cors'],
  settings: ['errors', 'food', 'cors', 'catalog', 'http', 'interfaces', 'cache'],
  data: ['errors', 'food', 'catalog', 'settings'],
  // `client`: only for the types of foods and conditions, which callers in the process use too.
  service: ['errors', 'food', 'cors', 'catalog', 'http', 'meal', 'client', 'settings', 'data'],
  '.': ['errors', 'food', 'cors', 'catalog', 'http', 'client', 'settings', 'service'],
  cli: [
    ...['errors', 'food', 'cors', 'doctor', 'search', 'catalog', 'import', 'http'],
    ...['client', 'interfaces', 'meal', 'cache', 'settings', 'data', 'service'],
  ],
};

const PAGE = ['languages', 'foods', 'service', 'storage', 'page', 'parts'];
const VIEWS = ['search', 'food', 'plate', 'week', 'lab'];

/** The folders of web from which each may import. A view must not import from another view. */
const ALLOWED_IN_WEB: Readonly<Record<string, readonly string[]>> = {
  // Each folder may import from those before it, with one exception.
  ...Object.fromEntries(PAGE.map((folder, i) => [folder, PAGE.slice(0, i)])),
  storage: ['languages', 'foods'],
  ...Object.fromEntries(VIEWS.map((view) => [view, PAGE])),
  '.': [...PAGE, ...VIEWS],
};

/** Maps packages to the only places of src that may import them. */
const HOMES: Readonly<Record<string, string | readonly string[]>> = {
  fastify: 'src/http/',
  'fastify-plugin': 'src/http/',
  // The importer sorts any number of rows in a temporary database.
  'node:sqlite': ['src/catalog/sqlite/'],
  postgres: 'src/catalog/postgres/',
  'csv-parse': ['src/import/', 'src/catalog/nutrients.ts'],
  entities: 'src/import/',
  sax: 'src/import/',
  chardet: 'src/import/',
  yauzl: 'src/import/',
  'cli-progress': 'src/cli/',
  '@modelcontextprotocol/server': ['src/interfaces/mcp/', 'src/cli/mcp.ts'],
  commander: 'src/cli/',
  picocolors: 'src/cli/',
};

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is loaded with the importing file, unlike types and dynamic imports. */
  readonly isEager: boolean;
}

async function importsUnder(folder: string): Promise<Import[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .map((name) => join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /(?<!\.test|\.case)\.tsx?$/.test(path))
    .flatMap((from) =>
      specifiers(from).map(({ specifier, isEager }) => ({
        from,
        to: target(from, specifier),
        isEager,
      })),
    );
}

function specifiers(path: string): { specifier: string; isEager: boolean }[] {
  const source = readFileSync(join(root, path), 'utf8');
  const { module, errors } = parseSync(path, source);
  expect(errors, path).toEqual([]);
  const isTypes = (start: number) => /^(import|export) type /.test(source.slice(start));
  const imported = module.staticImports.map(({ moduleRequest, start }) => ({
    specifier: moduleRequest.value,
    isEager: !isTypes(start),
  }));
  const exported = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, isEager: !isTypes(start) }] : [],
    ),
  );
  // Specifiers computed at run time, such as the user's configuration, are not our modules.
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, specifier] = /^['"`](.*)['"`]$/.exec(source.slice(start, end)) ?? [];
    return specifier === undefined ? [] : [{ specifier, isEager: false }];
  });
  return [...imported, ...exported, ...dynamic];
}

function target(from: string, specifier: string): string {
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : specifier;
}

function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/');
  return rest.length === 0 ? '.' : folder;
}

/** Returns a file and everything loaded before it runs. */
function loadedWith(file: string, imports: readonly Import[]): string[] {
  const loaded = new Set([file]);
  for (const path of loaded) {
    for (const { from, to, isEager } of imports) {
      if (isEager && from === path) loaded.add(to);
    }
  }
  return [...loaded];
}

/** Returns the imports between folders that the rules do not allow. */
function forbidden(imports: readonly Import[], allowed: typeof ALLOWED): Import[] {
  return imports.filter(({ from, to }) => {
    const [here, there] = [folderOf(from), folderOf(to)];
    return here !== there && !(allowed[here] ?? []).includes(there);
  });
}

/** Returns files that import each other in a cycle, if there are any. */
function cycleIn(imports: readonly Import[]): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    done.add(path);
    const next = imports.filter(({ from }) => from === path);
    return next.map(({ to }) => walk(to, [...trail, path])).find((found) => found.length > 0) ?? [];
  };
  return imports.map(({ from }) => walk(from, [])).find((cycle) => cycle.length > 0);
}

const source = await importsUnder('src');
const web = await importsUnder('web');
const inside = source.filter(({ to }) => to.startsWith('src/'));

describe('imports in src', () => {
  test('lead only to the folders that each folder may import', () => {
    expect(inside.length).toBeGreaterThan(0);
    expect(forbidden(inside, ALLOWED)).toEqual([]);
  });

  test('never connect the stores', () => {
    const stores = ['src/catalog/sqlite/', 'src/catalog/postgres/'];
    const joined = inside.filter(({ from, to }) =>
      stores.some(
        (store) => from.startsWith(store) && stores.some((s) => s !== store && to.startsWith(s)),
      ),
    );
    expect(joined).toEqual([]);
  });

  test('reach a driver or a framework only in its own folder', () => {
    const strays = source.filter(({ from, to }) => {
      const home = Object.entries(HOMES).find(([name]) => to === name || to.startsWith(`${name}/`));
      return home !== undefined && ![home[1]].flat().some((place) => from.startsWith(place));
    });
    expect(strays).toEqual([]);
  });

  test('keep food, cors and search free of I/O', () => {
    const io = /^node:(fs|http|https|net|child_process|dns|tls|process|sqlite)/;
    const pure = /^src\/(food|cors|search|cache)\//;
    expect(
      source.filter(({ from, to, isEager }) => isEager && pure.test(from) && io.test(to)),
    ).toEqual([]);
  });

  test('keep the CORS engine free of Node, so that it runs anywhere', () => {
    const isOurs = (path: string) => path.startsWith('src/cors/');
    const nodes = source.filter(({ from, to, isEager }) => {
      return isOurs(from) && isEager && to.startsWith('node:');
    });
    expect(nodes).toEqual([]);
  });

  test('let the program print its version and help without the modules of its commands', () => {
    const packages = loadedWith('src/cli/main.ts', source).filter(
      (path) => !/^(src\/|node:)/.test(path),
    );
    expect(packages).toEqual(['commander']);
  });

  test('load exactly the packages that users install', () => {
    const packages = source
      .map(({ to }) => to)
      .filter((to) => !/^(src\/|bin\/|node:)/.test(to))
      .map((to) => to.split('/', to.startsWith('@') ? 2 : 1).join('/'));
    expect([...new Set(packages)].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  test('never leave src', () => {
    expect(source.filter(({ to }) => /^(\.\.|test|web|bench|scripts|data)\//.test(to))).toEqual([]);
  });

  test('form no cycle', () => {
    expect(cycleIn(inside)).toBeUndefined();
  });
});

describe('imports in web', () => {
  // Code that the page must share with the service: reading amounts, folding text, limits.
  const SHARED =
    /^src\/(client|amount)\/|^src\/(meal\/(measures|food-amount)|search\/(fold|limits)|cors\/local-network)\.ts$/;

  const own = web.filter(({ to }) => to.startsWith('web/'));

  test('lead only to the folders that each folder may import, without cycles', () => {
    expect(own.length).toBeGreaterThan(0);
    expect(forbidden(own, ALLOWED_IN_WEB)).toEqual([]);
    expect(cycleIn(own)).toBeUndefined();
  });

  test('reach only the client and a few shared facts in src', () => {
    const beyond = web.filter(({ to }) => to.startsWith('src/') && !SHARED.test(to));
    expect(beyond).toEqual([]);
  });
});

test('standalone programs load nothing that only runs in Vitest', async () => {
  const folders = ['bench', 'soak', 'scripts', 'src', 'test'];
  const imports = (await Promise.all(folders.map(importsUnder))).flat();
  const scripts = imports
    .map(({ from }) => from)
    .filter((from) => /^((bench|soak)\/main|scripts\/[^/]+|scripts\/mutate\/main)\.ts$/.test(from));
  expect(scripts).toEqual(expect.arrayContaining(['bench/main.ts', 'soak/main.ts']));
  const bound = [...new Set(scripts)].filter((script) => {
    return loadedWith(script, imports).includes('vitest');
  });
  expect(bound).toEqual([]);
});
