import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';

function faultsOf(options: unknown): string[] {
  const checked = checkSettings(options);
  return 'faults' in checked
    ? checked.faults.map(({ where, message }) => `${where} | ${message}`)
    : [];
}

describe('checkSettings', () => {
  test.each<[string, unknown, RegExp]>([
    ['a promise', Promise.resolve({}), /^ \| .*it is a promise: await it\./],
    ['a Map', new Map(), /^ \| .*it is a Map\./],
    ['null', null, /^ \| .*it is null\./],
    ['cors: null', { cors: null }, /^cors \| .*it is null\./],
    ['cors: a promise', { cors: Promise.resolve({}) }, /^cors \| .*it is a promise: await it\./],
    ['cors: a Set', { cors: new Set() }, /^cors \| .*it is a Set\./],
    ['cors: []', { cors: [] }, /^cors \| .*it is an array\./],
    [
      'cors: an origin',
      { cors: 'https://a.example' },
      /^cors \| .*Use an object such as \{ origin: "https:\/\/a\.example" \}\./,
    ],
    ['an unknown option', { prot: undefined }, /^prot \| Unknown setting "prot"\. Use port/],
    ['methods', { cors: { methods: ['GET'] } }, /^cors\.methods \| Cannot use cors\.methods/],
    [
      'a certificate without a key',
      { tlsCert: 'a' },
      /^tlsCert \| Cannot use tlsCert alone\. Set tlsKey too\./,
    ],
    ['a key alone', { tlsKey: 'a' }, /^tlsKey \| Cannot use tlsKey alone\. Set tlsCert too\./],
    ['an option of cors', { origin: '*' }, /^origin \| .*"origin"\. Use cors: \{ origin \}\./],
    [
      'an unknown option in cors',
      { cors: { orgin: undefined } },
      /^cors\.orgin \| .*there is no such option/,
    ],
    ['an origin that is null', { cors: { origin: null } }, /^cors\.origin \| .*it is null/],
    ['a fraction as a port', { port: 80.5 }, /^port \| Cannot use 80\.5\. Use a whole number/],
    ['a port as a string', { port: '80' }, /^port \| Cannot use "80"\. Use a whole number/],
    [
      'a string in place of a list',
      { allowedHosts: 'a.example' },
      /^allowedHosts \| Cannot use "a\.example"\. Use an array: names/,
    ],
    [
      'an invalid name in a list',
      { allowedHosts: ['a.example', 'b c'] },
      /^allowedHosts\[1\] \| Cannot use "b c"\. Use/,
    ],
    [
      'nothing to follow',
      { follow: true },
      /^follow \| There is nothing to follow\. Set index to the URL or folder/,
    ],
    [
      'a table setting if an index is followed',
      { follow: true, index: 'a', key: 'id' },
      /^key \| Cannot use key with follow: .* Set it for food-lookup index instead\.$/,
    ],
    [
      'a database if an index is followed',
      { follow: true, index: 'a', database: 'b' },
      /^database \| Cannot use database with follow/,
    ],
    ['a timeout of 0', { keepAliveTimeoutSeconds: 0 }, /^keepAliveTimeoutSeconds \| Cannot use/],
    ['an unknown choice', { logLevel: 'loud' }, /^logLevel \| .* Use one of trace, debug/],
  ])('refuses %s', (_, options, fault) => {
    expect(faultsOf(options)).toEqual([expect.stringMatching(fault)]);
  });

  test('reports other faults in cors as well as an unknown option', () => {
    expect(faultsOf({ cors: { orgin: true, maxAge: -2 } })).toEqual([
      expect.stringMatching(/^cors\.orgin/),
      expect.stringMatching(/^cors\.maxAge/),
    ]);
  });

  test.each([
    ['a socket and a page, if `apiUrl` is set', { socket: 'a', page: 0, apiUrl: 'http://a' }],
    ['a socket without a page', { socket: 'a' }],
    ['any free port for each server', { port: 0, page: 0, metricsPort: 0 }],
    ['the same port on another address', { port: 80, metricsPort: 80, metricsHost: '10.0.0.1' }],
    ['the default port, if a socket is used', { socket: 'a', metricsPort: 3001 }],
  ])('accepts %s', (_, options) => {
    expect(faultsOf(options)).toEqual([]);
  });

  test.each([
    ['an invalid `apiUrl`', { socket: 'a', page: 0, apiUrl: 'a' }, 'apiUrl'],
    ['a certificate that is not a path', { tlsCert: 1, tlsKey: 'a' }, 'tlsCert'],
    ['an unknown language', { language: 'x', synonyms: 'none.tsv' }, 'language'],
  ])('reports nothing that depends on %s', (_, options, where) => {
    expect(faultsOf(options)).toEqual([expect.stringMatching(`^${where} \\|`)]);
  });

  test('returns the limits in milliseconds, and a thread for each core', () => {
    const options = {
      requestTimeoutSeconds: 2,
      keepAliveTimeoutSeconds: 3,
    };
    expect(checkSettings({ ...options, maxConnections: 4, threads: 'auto' })).toMatchObject({
      limits: {
        // The headers are part of the request.
        headersTimeoutMs: 2_000,
        requestTimeoutMs: 2_000,
        keepAliveTimeoutMs: 3_000,
        maxConnections: 4,
      },
      threads: availableParallelism(),
    });
  });

  test('serves the named bundled foods, with all their columns', () => {
    expect(checkSettings({ foods: 'usda' })).toMatchObject({
      source: { database: expect.stringMatching(/usda\.sqlite$/), fields: ['*'] },
    });
    expect(checkSettings({ database: 'a' })).toMatchObject({ source: { fields: [] } });
    expect(checkSettings({ foods: 'usda', database: 'a' })).toMatchObject({
      faults: [{ where: 'foods', message: expect.stringContaining('Remove one of them.') }],
    });
  });

  test.each(['database', 'table', 'key', 'fields'])(
    'knows the source unless %s is wrong',
    (key) => {
      const source = expect.objectContaining({ database: 'a' });
      expect(checkSettings({ database: 'a', port: -1 })).toMatchObject({ source });
      expect(checkSettings({ database: 'a', port: -1, [key]: 1 })).toMatchObject({
        source: undefined,
      });
    },
  );

  test.each([
    [{ page: 8080 }, 'http://localhost:8080'],
    [{ page: 8080, host: '::1' }, 'http://[::1]:8080'],
    [{ page: 80, host: 'Food.example' }, 'http://food.example'],
    [{ page: 0 }, 'http://localhost:*'],
    [{ page: 0, host: '::1' }, 'http://[::1]:*'],
    [{}, 'http://localhost:3000'],
  ])('allows the origin of the page by default: %j', (options, origin) => {
    expect(checkSettings(options)).toMatchObject({ cors: { origin } });
  });

  test('accepts an instance of a class as options', () => {
    class Options {
      port = 8080;
      cors = { origin: undefined, maxAge: 5 };
    }
    expect(checkSettings(new Options())).toMatchObject({
      port: 8080,
      cors: { origin: 'http://localhost:3000', maxAge: 5 },
    });
  });
});
