import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultsOf, folderWith, read } from './configuration-sources.case.ts';

describe('faults in a configuration', () => {
  test.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['a port in words', { port: 'http' }, {}, /^--port \| Cannot use "http"\. Use a whole number/],
    ['a port too high', {}, { PORT: '65536' }, /^PORT \| Cannot use 65536\. Use a whole number/],
    ['a page port too high', { page: '65536' }, {}, /^--page \| Cannot use 65536\. Use a whole/],
    ['a URL without a scheme', {}, { API_URL: 'food.example' }, /^API_URL \| Cannot use "/],
    ['a scheme of another kind', { 'api-url': 'ftp://a' }, {}, /^--api-url \| Cannot use "/],
    ['an empty flag', { port: '' }, {}, /^--port \| Cannot use ""/],
    ['a URL as the host', { host: 'http://a' }, {}, /^--host \| Cannot use "http:\/\/a"/],
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
      'a boolean written differently',
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
      'a module without a default export',
      { config: 'empty.mjs' },
      {},
      / \| .*"empty.mjs": it has no default export/,
    ],
    [
      'a file whose existence cannot be checked',
      { config: `${'long'.repeat(100)}.json` },
      {},
      / \| .*: it cannot be read \(ENAMETOOLONG/,
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
      /^map.mjs \| Cannot use a Map as options: it is a Map\./,
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
      /^DATABASE_URL \| Cannot use database "mysql:\/\/root@db\/foods": .*are not supported/,
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

  test('reports a link to a missing file, and does not ignore it', async () => {
    const folder = folderWith();
    symlinkSync('missing.json', join(folder, 'food-lookup.config.json'));
    expect(await faultsOf(read({}, {}, folder))).toEqual([
      expect.stringContaining('"food-lookup.config.json": the file does not exist'),
    ]);
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
