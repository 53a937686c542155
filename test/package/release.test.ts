import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import {
  changelogFaults,
  checksums,
  sbomFaults,
  writeImage,
  writeSbom,
} from '../../scripts/release.ts';

test.each([
  ['## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n\n- A.\n', []],
  ['## [Unreleased]\n\n- B.\n\n## [1.2.3] - 2027-01-31\n', [/under Unreleased/]],
  ['## [Unreleased]\n\n## [1.2.3]\n', [/"## \[1\.2\.3\] - YYYY-MM-DD" does not follow/]],
  ['## [Unreleased]\n\n## [1.2.2] - 2027-01-31\n', [/does not follow/]],
  ['## [1.2.3] - 2027-01-31\n', [/does not follow/]],
])('a release of 1.2.3 needs its heading in the CHANGELOG: %j', (changelog, faults) => {
  expect(changelogFaults(changelog, '1.2.3')).toEqual(
    faults.map((fault) => expect.stringMatching(fault)),
  );
});

test('a bill of materials must have every installed package', () => {
  const sbom = JSON.stringify({ components: [{ name: 'fastify' }, { name: 'avvio' }] });
  expect(sbomFaults(sbom, ['fastify'])).toEqual([]);
  expect(sbomFaults(sbom, ['fastify', 'pino'])).toEqual(['pino is missing']);
});

test('the bill of materials of this package is complete, and has its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sbom-'));
  expect(writeSbom(manifest, folder)).toEqual([]);
  const path = join(folder, `food-lookup-${manifest.version}.cdx.json`);
  const { bomFormat, metadata } = JSON.parse(readFileSync(path, 'utf8'));
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'food-lookup']);
});

const hasSums = spawnSync('sha256sum', ['--version']).error === undefined;

test.skipIf(!hasSums)('sha256sum accepts the checksums', () => {
  const folder = mkdtempSync(join(tmpdir(), 'food-lookup-sums-'));
  for (const name of ['b.tgz', 'a.json']) writeFileSync(join(folder, name), name);
  const input = checksums(folder);
  const checked = execFileSync('sha256sum', ['--check'], { cwd: folder, input, encoding: 'utf8' });
  expect(checked).toBe('a.json: OK\nb.tgz: OK\n');
});

test.skipIf(platform === 'win32')('Docker builds the image and writes it to a file', () => {
  // Programs in the temporary folder may be forbidden (`noexec`).
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'food-lookup-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const docker = join(folder, 'docker');
  writeFileSync(
    docker,
    `#!/bin/sh\necho "$@" >> '${folder}/asked'; exec test ! -e '${folder}/no'\n`,
  );
  chmodSync(docker, 0o755);
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter));
  const image = { name: 'food-lookup', version: '1.2.3' };
  expect(writeImage(image, '/out')).toEqual([]);
  const build = 'build --tag food-lookup:1.2.3 .';
  expect(readFileSync(`${folder}/asked`, 'utf8')).toBe(
    `${build}\nsave --output /out/food-lookup-1.2.3-image.tar food-lookup:1.2.3\n`,
  );
  writeFileSync(`${folder}/no`, '');
  expect(writeImage(image, '/out')).toEqual([`docker ${build} ended with 1`]);
  vi.unstubAllEnvs();
});
