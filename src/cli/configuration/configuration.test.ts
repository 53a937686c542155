import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cwd } from 'node:process';
import { describe, expect, test } from 'vitest';
import { SMALL_DATABASE } from '../../../test/small-database.ts';
import { CORS_SETTINGS } from '../../settings/rows/cors.ts';
import { OPTION_SETTINGS } from '../../settings/settings.ts';
import { faultsOf, folderWith, read } from './configuration-sources.case.ts';

describe('readConfiguration', () => {
  test('returns the defaults if nothing is set', async () => {
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

  test('reads the database URL from the file that DATABASE_URL_FILE names', async () => {
    const folder = folderWith({
      url: `${SMALL_DATABASE}\r\n`,
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

  test('adds the password file in PGPASSFILE to a PostgreSQL URL', async () => {
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
    [{ page: '0' }, {}, 0, 'http://localhost:*'],
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

  test('resolves a database path in a file against the file’s folder, and one in a flag against the current folder', async () => {
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

  test('treats an empty variable as not set', async () => {
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
  ])('prefers %s to --page without a value', async (_, env, file, page) => {
    const folder = folderWith({ 'food-lookup.config.json': file });
    expect((await read({ page: 'true' }, env, folder)).page).toBe(page);
  });

  test('lets a flag without a value, which means true, override its variable', async () => {
    expect((await read({ compression: 'true' }, { COMPRESSION: 'false' })).compression).toBe(true);
  });

  test('does not resolve a URL or an empty string in a file as a path', async () => {
    const folder = folderWith({
      'food-lookup.config.json': '{ "database": "mysql://a/b", "synonyms": "" }',
    });
    expect(await faultsOf(read({}, {}, folder))).toEqual([
      expect.stringMatching(/synonyms \| Cannot use ""/),
      expect.stringMatching(/database \| Cannot use database "mysql:\/\/a\/b"/),
    ]);
  });

  test('rereads a module that has changed', async () => {
    const folder = folderWith({ 'food-lookup.config.mjs': 'export default { port: 1 };' });
    expect((await read({}, {}, folder)).port).toBe(1);
    const path = join(folder, 'food-lookup.config.mjs');
    writeFileSync(path, 'export default { port: 2 };');
    utimesSync(path, 1, 1);
    expect((await read({}, {}, folder)).port).toBe(2);
  });

  test('does not wait for a database if other settings are wrong', async () => {
    const flags = { database: 'none.sqlite', wait: '86400' };
    for (const wrong of [{ port: 'x' }, { origin: '/(/' }]) {
      expect(await faultsOf(read({ ...flags, ...wrong }))).toHaveLength(2);
    }
  });

  test('does not check an overridden value', async () => {
    expect((await read({ port: '0' }, { PORT: 'broken' })).port).toBe(0);
  });
});
