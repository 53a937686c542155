import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        link: z.boolean().default(false),
        dev: z.boolean().default(false),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().default(false),
        optionalDependencies: z.record(z.string(), z.string()).default({}),
      }),
    ),
  })
  .parse(JSON.parse(text));

test('package-lock.json has the optional packages of every platform, as `npm ci` requires', () => {
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies));
  expect(optional.length).toBeGreaterThan(0);
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});

test('package-lock.json is as tools/node/lockfile.cjs leaves it', () => {
  const copy = join(mkdtempSync(join(tmpdir(), 'lockfile-')), 'package-lock.json');
  writeFileSync(copy, text);
  const script = fileURLToPath(new URL('../../tools/node/lockfile.cjs', import.meta.url));
  expect(spawnSync(process.execPath, [script, copy]).status).toBe(0);
  expect(readFileSync(copy, 'utf8') === text, 'Run `node tools/node/lockfile.cjs`').toBe(true);
});

test('package-lock.json contains no download addresses', () => {
  expect(text).not.toMatch(/"resolved": "(?!tools\/)|\.tgz"/);
});

test('package-lock.json has a hash of every package', () => {
  const unchecked = Object.entries(packages).filter(
    ([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity,
  );
  expect(unchecked).toEqual([]);
});

test('no package that users install runs a script', () => {
  const scripted = Object.entries(packages).filter(
    ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
  );
  expect(scripted).toEqual([]);
});

test('package.json names ranges for what users install, exact versions for the rest', () => {
  const versions = z.record(z.string(), z.string());
  const { dependencies, devDependencies } = z
    .object({ dependencies: versions, devDependencies: versions })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\^\d+\.\d+\.\d+$/);
  for (const version of Object.values(devDependencies))
    expect(version).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
});
