import { copyFileSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cwd } from 'node:process';
import { describe, expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../../test/small-database.ts';
import type { Prepared } from '../../data/prepare.ts';
import { ConfigurationError } from '../../settings/configuration-error.ts';
import { CORS_SETTINGS } from '../../settings/rows/cors.ts';
import { OPTION_SETTINGS } from '../../settings/settings.ts';
import { readConfiguration } from './configuration.ts';

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const read = (
  flags: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  folder = folderWith(),
) => readConfiguration({ flags, env, folder }).then(readSettings);

async function readSettings({ settings, database }: Prepared) {
  await database.close();
  return settings;
}

async function faultsOf(configuration: Promise<unknown>): Promise<string[]> {
  const error: unknown = await configuration.catch((caught: unknown) => caught);
  if (!(error instanceof ConfigurationError)) throw new Error(`no faults: ${String(error)}`);
  return error.faults.map(({ where, message }) => `${where} | ${message}`);
}

describe('readConfiguration', () => {
  test('gives the defaults where nothing is set', async () => {
    expect(await read({})).toMatchObject({
      port: OPTION_SETTINGS.port.default,
      host: OPTION_SETTINGS.host.default,
      logLevel: OPTION_SETTINGS.logLevel.default,
      source: { database: OPTION_SETTINGS.database.default },
      cors: { origin: 'http://localhost:3000' },
    });
  });

  test.each([
    ['true', true],
    ['false', false],
    ['*', '*'],
    ['https://a.example', 'https://a.example'],
    ['/^https:\\/\\/[a-z]{1,3}\\.a\\.example$/', /^https:\/\/[a-z]{1,3}\.a\.example$/],
    ['https://a.example, https://b.example', ['https://a.example', 'https://b.example']],
    ['["https://a.example"]', ['https://a.example']],
  ])('reads CORS_ORIGIN=%s', async (text, origin) => {
    expect((await read({}, { CORS_ORIGIN: text })).cors.origin).toEqual(origin);
  });

  test('reads the address of the database from the file that DATABASE_URL_FILE names', async () => {
    const folder = folderWith({
      url: `${SMALL_DATABASE}\n`,
      'food-lookup.config.json': '{ "database": "elsewhere.sqlite" }',
    });
    const env = { DATABASE_URL_FILE: 'url' };
    expect((await read({}, env, folder)).database).toBe(SMALL_DATABASE);
    expect(await faultsOf(read({ database: 'none.sqlite' }, env, folder))).toEqual([
      expect.stringContaining('--database | Cannot use database "none.sqlite"'),
    ]);
    expect(await faultsOf(read({}, { DATABASE_URL_FILE: 'none' }))).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE \| Cannot read file "none" \(ENOENT/),
    ]);
    expect(
      await faultsOf(read({}, { DATABASE_URL_FILE: 'url' }, folderWith({ url: '\n' }))),
    ).toEqual(['DATABASE_URL_FILE | File "url" is empty. Write the value into it.']);
  });

  test('gives an address of PostgreSQL the file of passwords that PGPASSFILE names', async () => {
    const wait = '1';
    const database = 'postgres://reader@db.example/foods';
    const env = { PGPASSFILE: 'a b&c' };
    const folder = folderWith({ 'a b&c': '*:*:*:reader:secret' });
    expect((await read({ database, wait }, env, folder)).database).toBe(
      `${database}?passfile=${encodeURI(join(folder, 'a b&c')).replace('&', '%26')}`,
    );
    const own = `${database}?passfile=${folder}/a%20b%26c&sslmode=disable`;
    expect((await read({ database: own, wait }, env, folder)).database).toBe(own);
    expect((await read({ database: SMALL_DATABASE }, env, folder)).database).toBe(SMALL_DATABASE);
  });

  test.each([
    ['food-lookup.config.mjs', 'export default { port: 8080, cors: { origin: () => true } };'],
    ['food-lookup.config.js', 'module.exports = { port: 8080, cors: { origin: () => true } };'],
    ['food-lookup.config.json', '{ "port": 8080, "cors": { "origin": true } }'],
  ])('finds %s in the folder', async (name, text) => {
    const settings = await read({}, {}, folderWith({ [name]: text }));
    expect(settings.port).toBe(8080);
    expect(settings.cors.origin).not.toBe(CORS_SETTINGS.origin.default);
  });

  test.each<[Record<string, string>, Record<string, string>, number | undefined, string]>([
    [{}, {}, undefined, 'http://localhost:3000'],
    [{ page: 'true' }, {}, 3000, 'http://localhost:3000'],
    [{ page: '8080' }, {}, 8080, 'http://localhost:8080'],
    [{}, { PAGE_PORT: '8080', HOST: '127.0.0.1' }, 8080, 'http://127.0.0.1:8080'],
    [{ page: '8080', origin: 'https://a.example' }, {}, 8080, 'https://a.example'],
    [{ page: '0' }, {}, 0, 'http://localhost:3000'],
  ])('reads page from %j and %j, and allows its origin', async (flags, env, page, origin) => {
    expect(await read(flags, env)).toMatchObject({ page, cors: { origin } });
  });

  test('lets a flag or variable replace one key of cors in the file, and keeps the others', async () => {
    const folder = folderWith({
      'food-lookup.config.json': '{ "cors": { "origin": true, "maxAge": 9 } }',
    });
    const { cors } = await read({ origin: 'https://a.example' }, {}, folder);
    expect(cors).toEqual({ origin: 'https://a.example', maxAge: 9 });
  });

  test('reads the other options of cors from flags and environment', async () => {
    const flags = { credentials: 'true', 'max-age': '600' };
    const env = { CORS_ALLOWED_HEADERS: 'X-A, X-B', CORS_EXPOSED_HEADERS: 'ETag' };
    expect((await read(flags, env)).cors).toEqual({
      origin: 'http://localhost:3000',
      credentials: true,
      maxAge: 600,
      allowedHeaders: ['X-A', 'X-B'],
      exposedHeaders: ['ETag'],
    });
  });

  test.each([
    ['a module that exports a promise', 'a.mjs', 'export default Promise.resolve({ port: 8080 });'],
    ['JSON after a byte-order mark', 'a.json', '\uFEFF{ "port": 8080 }'],
  ])('reads %s', async (_, config, text) => {
    expect(await read({ config }, {}, folderWith({ [config]: text }))).toMatchObject({
      port: 8080,
    });
  });

  test('finds the database of a file beside that file, and of a flag where the program is', async () => {
    const folder = folderWith();
    const deep = join(folder, 'deep');
    mkdirSync(deep);
    writeFileSync(join(deep, 'a.json'), '{ "database": "foods.sqlite" }');
    copyFileSync(SMALL_DATABASE, join(deep, 'foods.sqlite'));
    const { source } = await read({ config: 'deep/a.json' }, {}, folder);
    expect(source.database).toBe(join(deep, 'foods.sqlite'));
    const given = relative(cwd(), SMALL_DATABASE);
    expect(await read({ config: 'deep/a.json', database: given }, {}, folder)).toMatchObject({
      source: { database: given },
    });
  });

  test('takes an empty variable as not set', async () => {
    const folder = folderWith({ 'food-lookup.config.json': '{ "host": "127.0.0.1" }' });
    const env = { PORT: '', HOST: '', CORS_ORIGIN: '', FOOD_LOOKUP_CONFIG: '' };
    expect(await read({}, env, folder)).toMatchObject({
      port: OPTION_SETTINGS.port.default,
      host: '127.0.0.1',
      cors: { origin: CORS_SETTINGS.origin.default },
    });
  });

  test.each([
    ['nothing else', {}, '{}', 3000],
    ['a variable', { PAGE_PORT: '8080' }, '{}', 8080],
    ['an empty variable', { PAGE_PORT: '' }, '{}', 3000],
    ['the file', {}, '{ "page": 8081 }', 8081],
    ['a variable and the file', { PAGE_PORT: '8080' }, '{ "page": 8081 }', 8080],
  ])('leaves the value of --page alone to %s', async (_, env, file, page) => {
    const folder = folderWith({ 'food-lookup.config.json': file });
    expect((await read({ page: 'true' }, env, folder)).page).toBe(page);
  });

  test('lets a flag alone that means true win over its variable', async () => {
    expect((await read({ compression: 'true' }, { COMPRESSION: 'false' })).compression).toBe(true);
  });

  test('takes an address and the empty text of a file as they are', async () => {
    const folder = folderWith({
      'food-lookup.config.json': '{ "database": "mysql://a/b", "synonyms": "" }',
    });
    expect(await faultsOf(read({}, {}, folder))).toEqual([
      expect.stringMatching(/synonyms \| Cannot use ""/),
      expect.stringMatching(/database \| Cannot use database "mysql:\/\/a\/b"/),
    ]);
  });

  test('reads a module again that has changed', async () => {
    const folder = folderWith({ 'food-lookup.config.mjs': 'export default { port: 1 };' });
    expect((await read({}, {}, folder)).port).toBe(1);
    const path = join(folder, 'food-lookup.config.mjs');
    writeFileSync(path, 'export default { port: 2 };');
    utimesSync(path, 1, 1);
    expect((await read({}, {}, folder)).port).toBe(2);
  });

  test('does not wait for a database where other settings are wrong', async () => {
    const flags = { database: 'none.sqlite', wait: '86400' };
    for (const wrong of [{ port: 'x' }, { origin: '/(/' }]) {
      expect(await faultsOf(read({ ...flags, ...wrong }))).toHaveLength(2);
    }
  });

  test('does not look at a value that another one replaces', async () => {
    expect((await read({ port: '0' }, { PORT: 'broken' })).port).toBe(0);
  });

  test.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['a port in words', { port: 'http' }, {}, /^--port \| Cannot use "http"\. Use a whole number/],
    ['a port too high', {}, { PORT: '65536' }, /^PORT \| Cannot use 65536\. Use a whole number/],
    ['a page port too high', { page: '65536' }, {}, /^--page \| Cannot use 65536\. Use a whole/],
    ['an address without scheme', {}, { API_URL: 'food.example' }, /^API_URL \| Cannot use "/],
    ['a scheme of another kind', { 'api-url': 'ftp://a' }, {}, /^--api-url \| Cannot use "/],
    ['an empty flag', { port: '' }, {}, /^--port \| Cannot use ""/],
    ['an address as host', { host: 'http://a' }, {}, /^--host \| Cannot use "http:\/\/a"/],
    ['an unknown level', {}, { LOG_LEVEL: 'all' }, /^LOG_LEVEL \| Cannot use "all"\. Use one of/],
    [
      'an invalid origin',
      { origin: 'a.example' },
      {},
      /^--origin \| Cannot use origin "a.example"/,
    ],
    [
      'cookies for everyone',
      { origin: '*' },
      { CORS_CREDENTIALS: 'true' },
      /^CORS_CREDENTIALS \| Cannot use true/,
    ],
    [
      'an invalid header name',
      { 'allowed-headers': 'X A' },
      {},
      /^--allowed-headers \| Cannot use "X A"/,
    ],
    [
      'an age beyond a day',
      { 'max-age': '86401' },
      {},
      /^--max-age \| Cannot use 86401: it must be a whole number of seconds/,
    ],
    [
      'a boolean in other words',
      { credentials: 'yes' },
      {},
      /^--credentials \| Cannot use "yes": it must be true or false/,
    ],
    [
      'an invalid element',
      { origin: 'https://a.example,x' },
      {},
      /^--origin \| Cannot use origin "x"/,
    ],
    [
      'a missing file',
      { config: 'none.json' },
      {},
      / \| Cannot use configuration file "none.json": the file does not exist/,
    ],
    ['a file of another kind', { config: 'a.yaml' }, {}, / \| .*"a.yaml": its name must end in/],
    [
      'a file that is not JSON',
      { config: 'broken.json' },
      {},
      / \| .*"broken.json": it is not JSON/,
    ],
    [
      'a module that throws',
      { config: 'throws.mjs' },
      {},
      / \| .*"throws.mjs": .*\(out of order\)/,
    ],
    [
      'a module without default',
      { config: 'empty.mjs' },
      {},
      / \| .*"empty.mjs": it has no default export/,
    ],
    ['a folder', { config: 'folder.json' }, {}, / \| .*"folder.json": it is a folder\./],
    [
      'a file without an object',
      { config: 'list.json' },
      {},
      /^list.json \| Cannot use \[\] as options: it is an array\./,
    ],
    [
      'a file without an object, though a flag is given',
      { config: 'list.json', origin: '*' },
      { PORT: '1' },
      /^list.json \| Cannot use \[\] as options: it is an array\./,
    ],
    [
      'a module that exports undefined, though a flag is given',
      { config: 'undefined.mjs', port: '1' },
      {},
      /^undefined.mjs \| Cannot use undefined as options/,
    ],
    [
      'a module that exports a Map, though a flag is given',
      { config: 'map.mjs', port: '1' },
      {},
      /^map.mjs \| Cannot use \[object Map\] as options: it is a Map\./,
    ],
    [
      'a module whose promise is rejected',
      { config: 'rejected.mjs' },
      {},
      / \| .*"rejected.mjs": loading it failed \(no tenants\)/,
    ],
    [
      'cors options that are null',
      { config: 'null-cors.json' },
      {},
      /^null-cors.json: cors \| Cannot use CORS options null: it is null\./,
    ],
    [
      'cors options that are null, though a flag gives the origin',
      { config: 'null-cors.json', origin: '*' },
      {},
      /^null-cors.json: cors \| Cannot use CORS options null/,
    ],
    [
      'an expression in JSON, and where to write it',
      { config: 'expression.json' },
      {},
      /^expression.json: cors.origin \| .*use --origin, CORS_ORIGIN or a configuration file that ends in \.mjs\./,
    ],
    [
      'a database server of another kind',
      {},
      { DATABASE_URL: 'mysql://root:secret@db/foods' },
      /^DATABASE_URL \| Cannot use database "mysql:\/\/root@db\/foods": .*cannot be opened/,
    ],
  ])('reports %s', async (_, flags, env, fault) => {
    const folder = folderWith({
      'a.yaml': '',
      'broken.json': '{',
      'list.json': '[]',
      'socket.json': '{ "socket": "a.sock" }',
      'null-cors.json': '{ "cors": null }',
      'expression.json': '{ "cors": { "origin": "/^https:\\\\/\\\\/a\\\\.example$/" } }',
      'undefined.mjs': 'export default undefined;',
      'map.mjs': 'export default new Map([["port", 1]]);',
      'rejected.mjs': 'export default Promise.reject(new Error("no tenants"));',
      'throws.mjs': 'throw new Error("out of order");',
      'empty.mjs': 'export const port = 1;',
    });
    mkdirSync(join(folder, 'folder.json'));
    expect(await faultsOf(read(flags, env, folder))).toEqual([expect.stringMatching(fault)]);
  });

  test('reports two configuration files in the folder', async () => {
    const folder = folderWith({
      'food-lookup.config.json': '{}',
      'food-lookup.config.mjs': 'export default {};',
    });
    expect(await faultsOf(read({}, {}, folder))).toEqual([
      expect.stringContaining('"food-lookup.config.json" is in the same folder'),
    ]);
  });
});
