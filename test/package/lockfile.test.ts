import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) }),
    ),
  })
  .parse(JSON.parse(text));

test('package-lock.json holds the packages of every platform, or `npm ci` refuses it', () => {
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});

test('package-lock.json names no address to download from', () => {
  expect(text).not.toMatch(/"resolved": "(?!tools\/)|\.tgz"/);
});
