import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-wrong-'));
const FILES: Readonly<Record<string, string>> = {
  'foods.csv': 'id,name,kcal,protein_g\n1,Egg,143,12\n',
  'text.sqlite': 'not a database, but long enough to be taken for one by its size alone, and so on',
  'bad.json': '{"port": 70000, "cors": {"orgin": true}}',
  'broken.json': '{port',
  'no-database.json': '{"database": "none.sqlite"}',
  'empty.secret': '\n',
  'empty.sqlite': '',
};

beforeAll(() => {
  mkdirSync(join(folder, 'folder'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});

/** Runs a command line, with `@` for the folder, and returns its exit code and output. */
async function use(line: string, env: Readonly<Record<string, string>> = {}) {
  const words = line.split(' ').filter(Boolean);
  const args = words.map((word) => word.replace('@', folder).replace(/^''$/, ''));
  const places = Object.entries(env).map(([name, value]) => [name, value.replace('@', folder)]);
  const { code, stdout, stderr } = await run(args, { env: Object.fromEntries(places) });
  // On Windows, a path may be shown with its backslashes doubled.
  const shown = JSON.stringify(folder).slice(1, -1);
  const err = stderr.replaceAll(shown, '@').replaceAll(folder, '@').replaceAll('\\', '/');
  return { code, out: stdout, err: err.replaceAll('@//', '@/') };
}

/**
 * Wrong command lines with their exit code and message. Code 2 means that the line or a setting is
 * wrong, 1 that a file or database named in the line cannot be used.
 */
const USES: readonly (readonly [string, 1 | 2, string])[] = [
  ['nonsense', 2, "unknown command 'nonsense'"],
  ['serve --prot 3', 2, 'Did you mean --port?'],
  ['serve extra', 2, 'too many arguments'],
  ['serve --port', 2, 'argument missing'],
  ['serve --port abc', 2, '--port: Cannot use "abc". Use a whole number from 0 to 65535'],
  ['serve --port 70000', 2, '--port: Cannot use 70000. Use'],
  ['serve --port -1', 2, '--port: Cannot use -1. Use'],
  ['serve --port 80.5', 2, '--port: Cannot use "80.5". Use'],
  ["serve --port ''", 2, '--port: Cannot use "". Use'],
  ['serve --host a/b', 2, '--host: Cannot use "a/b". Use'],
  ['serve --host localhost:3001', 2, '--host: Cannot use "localhost:3001". Use a name'],
  ['serve --threads 0', 2, '--threads: Cannot use 0. Use'],
  ['serve --threads many', 2, '--threads: Cannot use "many". Use'],
  ['serve --page x', 2, '--page: Cannot use "x". Use'],
  ['serve --page 80 --port 80', 2, "--page: Cannot use 80: it is the service's --port. Use"],
  ['serve --metrics-port 3001', 2, "--metrics-port: Cannot use 3001: it is the service's --port"],
  ['serve --origin https://a.example/', 2, 'Use "https://a.example".'],
  ["serve --origin ''", 2, 'Use false.'],
  ['serve --origin /a(/', 2, 'it is not a regular expression'],
  ['serve --credentials yes', 2, 'it must be true or false'],
  ['serve --credentials --origin *', 2, 'List the origins that need cookies.'],
  ['serve --max-age 1e9', 2, '--max-age: Cannot use'],
  ['serve --database @/none.sqlite', 1, 'there is no such file. Check the path.'],
  ['serve --database @/foods.csv', 1, 'food-lookup import --help'],
  ['serve --database @/folder', 1, 'it is a folder. Use a SQLite file in it.'],
  ['serve --database @/text.sqlite', 1, 'it is not a SQLite database.'],
  ['serve --database mysql://a/b', 1, '"mysql:" URLs are not supported. Use'],
  ['serve --database postgres://localhost:1/x', 1, 'the server does not answer. Check'],
  ['serve --database postgres://localhost:x/x', 1, 'its port x is not between 1 and 65535.'],
  [`serve --database ${SMALL_DATABASE} --table none`, 1, 'such as --table entries.'],
  [`serve --database ${SMALL_DATABASE} --key none`, 1, 'has no key column "none". It has'],
  [`serve --database ${SMALL_DATABASE} --names none`, 1, 'has no column of names "none". It has'],
  [
    `serve --database ${SMALL_DATABASE} --names Kcal`,
    1,
    'column "Kcal" of its table "entries" cannot be used',
  ],
  [`serve --database ${SMALL_DATABASE} --fields none`, 1, '--fields: Cannot offer field "none"'],
  [`serve --database ${SMALL_DATABASE} --fields kcal,kcal`, 1, 'it is in every answer. Leave'],
  ['serve --database @/empty.sqlite', 1, 'Import foods into it: food-lookup import'],
  ['serve --tls-cert @/none --tls-key @/none', 2, '--tls-cert: Cannot read "@/none"'],
  ['serve --tls-cert @/none', 2, 'Set --tls-key too.'],
  ['serve --tls-cert @/foods.csv --tls-key @/foods.csv', 2, 'Check that both are PEM files'],
  ['serve --count-misses', 2, 'Set --metrics-port too.'],
  ['serve --socket @/s --page', 2, 'Set --api-url to the URL of the proxy.'],
  ['serve --config @/none.json', 2, 'the file does not exist. Check the path.'],
  ['serve --config @/bad.json', 2, 'cors.orgin: Cannot use CORS option "orgin"'],
  ['serve --config @/broken.json', 2, 'it is not JSON'],
  ['serve --config @/foods.csv', 2, 'its name must end in .mjs, .js or .json.'],
  ['serve --config @/folder', 2, 'it is a folder. Use a file in it.'],
  ['serve --config @/no-database.json', 1, '"@/none.sqlite": there is no such file.'],
  ['serve --log-level loud', 2, 'Use one of trace, debug'],
  ['serve --rate-limit 0', 2, '--rate-limit: Cannot use 0. Use'],
  ['serve --trust-proxy elsewhere', 2, 'Use addresses, subnets'],
  ['serve --language klingon', 2, '--language: Cannot use "klingon". Use'],
  ['serve --synonyms @/none.tsv', 2, 'it cannot be read (ENOENT). Use'],
  ['serve --refresh 1.5', 2, 'Use a whole number of seconds'],
  ['serve --request-timeout 0', 2, 'Use a whole number of seconds from 1 to 3600.'],
  ['serve --api-url foo', 2, 'Use a URL such as'],
  ['import', 2, "missing required argument 'source'"],
  ['import @/foods.csv', 2, "'--to <database>' not specified; --dry-run needs none"],
  ['import @/none.csv --to @/a.sqlite', 1, 'there is no such file or folder. Check the path.'],
  ['import @/none.csv --to @/a.sqlite --max-expanded 1', 1, 'there is no such file or folder.'],
  ['import @/none.csv --to @/a.sqlite --max-expanded 0', 2, 'Use a whole number of bytes.'],
  ['import @/foods.csv --to @/foods.csv', 1, 'it is also the target. Choose another path'],
  ['import @/foods.csv --to @/folder', 1, 'it is a folder. Use a file in it.'],
  ['import @/foods.csv --to @/none/a.sqlite', 1, 'there is no such folder. Create it first.'],
  ['import @/foods.csv --to @/text.sqlite', 1, 'it is not a SQLite file, and would be lost.'],
  ['import @/foods.csv --to @/a.sqlite --format x', 2, 'Allowed choices are fdc-csv'],
  ['import @/foods.csv --to @/a.sqlite --map x', 2, 'Use column=field, such as'],
  ['import @/foods.csv --to @/a.sqlite --map kcal=x', 1, 'it has no column "x". It has "id"'],
  ['import @/foods.csv --to @/a.sqlite --map kcal=kcal:x', 1, '"x" is not a unit. Use g, mg'],
  [
    'import @/foods.csv --to @/a.sqlite --header-row 9',
    1,
    '--header-row 9 is not among its first 2 rows.',
  ],
  [
    'import @/foods.csv --to @/a.sqlite --header-row 1 --units-row 9',
    1,
    '--units-row 9 is not among its first 2 rows.',
  ],
  [
    'import @/foods.csv --to @/a.sqlite --units-row 2',
    1,
    'its row 2, which --units-row names, has no units',
  ],
  ['import @/foods.csv --to @/a.sqlite --sheet Foods', 1, '--sheet does not apply to it (table)'],
  ['import ftp://a.example/x.csv --to @/a.sqlite', 1, '"ftp:" URLs are not supported'],
  ['import @/empty.sqlite --to @/a.sqlite', 1, 'Check the path, or get the file again.'],
  ['import @/folder --to @/a.sqlite', 1, 'it has no files. Use a file'],
  ['search', 2, "missing required argument 'words'"],
  ["search ''", 2, 'The search text is empty. Enter a food.'],
  ['search egg --fields typo', 2, 'Unknown field "typo" in --fields'],
  ['search egg --where typo=1', 2, 'Unknown column "typo" in --where'],
  ['search egg --limit 0', 2, 'Use a whole number from 1 to 100.'],
  ['search egg --match exact', 2, 'Allowed choices are substring, words, fuzzy.'],
  ['check @/none.sqlite', 1, 'there is no such file. Check the path.'],
  ['index @/none/foods.index', 1, 'there is no such folder. Create it first.'],
  ['index @/folder', 1, 'it is a folder. Use a file in it.'],
  ['index @/foods.csv', 1, 'Cannot write index "@/foods.csv"'],
  ['config --port x', 2, '--port: Cannot use "x". Use'],
  ['cors check notaurl --from https://a.example', 2, 'Use "https://notaurl".'],
  [
    'cors check http://localhost --from https://a.example --timeout 0',
    2,
    'Use a number of seconds',
  ],
  ['cors lint --credentials /x/', 2, 'Use --credentials=true, or put the flag last.'],
  ['health --port 0', 1, 'port 0 is a different port on each start'],
  ['stats', 1, '--metrics-port (METRICS_PORT).'],
];

test.each(USES)('food-lookup %s', async (line, code, words) => {
  const said = await use(line);
  expect(said.err).toContain(words);
  expect(said.code).toBe(code);
  // One line per fault, without a stack trace.
  expect(said.err).not.toMatch(/^ {4}at |\.ts:\d/m);
  if (!/^error: |\n {2}/.test(said.err)) expect(said.err.trim()).not.toContain('\n');
});

test.each([
  [{ PORT: 'abc' }, 2, 'PORT: Cannot use "abc". Use'],
  [{ DATABASE_URL: '@/none.sqlite' }, 1, 'DATABASE_URL: Cannot use database "@/none.sqlite"'],
  [{ DATABASE_URL_FILE: '@/none' }, 2, 'DATABASE_URL_FILE: Cannot read file "@/none"'],
  [{ DATABASE_URL_FILE: '@/empty.secret' }, 2, 'is empty. Write the value into it.'],
  [
    { PGPASSFILE: '@/none', DATABASE_URL: 'postgres://localhost/x' },
    1,
    'passfile @/none cannot be',
  ],
  [{ CORS_ORIGIN: 'app.example' }, 2, 'CORS_ORIGIN: Cannot use origin "app.example"'],
  [{ FOOD_LOOKUP_CONFIG: '@/none.json' }, 2, 'the file does not exist. Check the path.'],
])('food-lookup serve with %j', async (env, code, words) => {
  const said = await use('serve', env);
  expect([said.code, said.err]).toEqual([code, expect.stringContaining(words)]);
});

test('nothing was lost or left behind', () => {
  expect(readdirSync(folder).sort()).toEqual([...Object.keys(FILES), 'folder'].sort());
  for (const [name, text] of Object.entries(FILES)) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  }
});
