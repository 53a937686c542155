import { expect, test } from 'vitest';
import { readValues } from './read-values.ts';
import { OPTION_SETTINGS } from './settings.ts';

const HOSTS = {
  takes: ['localhost', '::1', '0.0.0.0', 'fe80::1%eth0', 'a-b.example'],
  refuses: ['', 'my host', 'http://a', 'a/b', 1],
};
const PATHS = { takes: ['a', '/a b/c', ' '], refuses: ['', 1, null] };

/** Whole numbers at the limits of a range, and just outside. */
function range(min: number, max: number) {
  return { takes: [min, max], refuses: [min - 1, max + 1, min + 0.5, String(max), Number.NaN] };
}

type Key = keyof typeof OPTION_SETTINGS;

/** Values at the limits of what each setting accepts. */
const EDGES: Record<Key, { takes: readonly unknown[]; refuses: readonly unknown[] }> = {
  port: range(0, 65_535),
  host: HOSTS,
  allowedHosts: {
    takes: [[], ['food.example.com', 'a_b'], ['1.2.3.4']],
    refuses: ['a.example', ['a:80'], [''], ['a b'], [1]],
  },
  interfaces: { takes: [[], ['fdc', 'openfoodfacts']], refuses: ['fdc', ['FDC'], ['mcp '], [1]] },
  threads: { takes: [1, 64, 'auto'], refuses: [0, 65, '1', 'automatic', ''] },
  cacheControl: { takes: ['no-cache', 'public, max-age=60'], refuses: ['', ' a', 'a\n', 'é', 1] },
  compression: { takes: [true, false], refuses: ['true', 1, null] },
  drainDelaySeconds: range(0, 300),
  database: PATHS,
  foods: { takes: ['sr28', 'usda'], refuses: ['USDA', '', 'release-28'] },
  table: PATHS,
  key: PATHS,
  names: PATHS,
  fields: { takes: [[], ['*'], ['sodium_mg', '']], refuses: ['sodium_mg', [1], null] },
  license: {
    takes: ['ODbL-1.0', 'https://example.com/license'],
    refuses: ['', 'odbl', 'http://example.com/'],
  },
  attribution: { takes: ['Open Food Facts'], refuses: ['', 'a\nb', 'x'.repeat(301)] },
  language: { takes: ['english', 'none'], refuses: ['English', '', 'french'] },
  synonyms: PATHS,
  index: {
    takes: [...PATHS.takes, 'https://a.example/b', 'http://10.1.2.3/b', 'http://localhost:1/b'],
    refuses: [
      ...PATHS.refuses,
      'http://a.example/b',
      'https://',
      'HTTP://8.8.8.8/b',
      'ftp://localhost/b',
    ],
  },
  follow: { takes: [true, false], refuses: ['true', 1] },
  indexCache: PATHS,
  refresh: range(0, 86_400),
  wait: range(0, 86_400),
  page: range(0, 65_535),
  apiUrl: {
    takes: ['https://food.example.com', 'http://a:1/b/', 'http://[::1]:1/@b'],
    refuses: [
      ...['food.example', 'ftp://a', 'https://a?b', 'https://a#b', 'https://a b', 'http://a:x'],
      ...['https://user@a', 'https://user:password@a/b'],
    ],
  },
  logLevel: {
    takes: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    refuses: ['all', ''],
  },
  logFormat: { takes: ['auto', 'text', 'json', 'journal'], refuses: ['JSON', ''] },
  accessLog: { takes: [true, false], refuses: ['true', 0] },
  metricsPort: range(0, 65_535),
  countMisses: { takes: [true, false], refuses: ['true', 1] },
  metricsHost: HOSTS,
  rateLimit: range(1, 1_000_000_000),
  trustProxy: {
    takes: [['10.0.0.0/8', '::1', 'loopback', 'private']],
    refuses: [['10.0.0.0/33'], ['a.example'], 'loopback'],
  },
  socket: PATHS,
  tlsCert: PATHS,
  tlsKey: PATHS,
  hsts: range(0, 63_072_000),
  maxConnections: range(1, 1_000_000),
  maxConnectionsPerAddress: range(1, 1_000_000),
  requestTimeoutSeconds: range(1, 3_600),
  keepAliveTimeoutSeconds: range(1, 3_600),
};

const KEYS = Object.keys(EDGES).filter(isKey);

function isKey(name: string): name is Key {
  return name in OPTION_SETTINGS;
}

test.each(Object.entries(EDGES))(
  '%s accepts and refuses values as its help says',
  (key, { takes, refuses }) => {
    for (const value of takes) {
      const { values, faults, areValid } = readValues({ [key]: value });
      expect(faults, String(value)).toEqual([]);
      expect(values).toMatchObject({ [key]: value });
      expect(Object.isFrozen(Object.entries(values).find(([name]) => name === key)?.[1])).toBe(
        true,
      );
      expect(areValid(...KEYS)).toBe(true);
    }
    for (const value of refuses) {
      const { values, faults, areValid } = readValues({ [key]: value });
      expect(
        faults.map(({ where }) => where.replace('[0]', '')),
        String(value),
      ).toEqual([key]);
      expect(values).toEqual(readValues({}).values);
      expect(areValid(...KEYS)).toBe(false);
      expect(areValid(...KEYS.filter((other) => other !== key))).toBe(true);
    }
  },
);

/** The help of a setting names the same limits as the code. */
test.each(Object.entries(EDGES))('the help of %s names its limits', (key, { takes }) => {
  const [, row] = Object.entries(OPTION_SETTINGS).find(([name]) => name === key) ?? [];
  const [min, max] = takes;
  if (typeof min !== 'number' || typeof max !== 'number' || key === 'rateLimit') return;
  expect(row?.values).toContain(`from ${min} to ${max}`);
});
