import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { changelogFaults, packageFaults } from '../../scripts/release.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['## [Unreleased]\n\n## [1.2.3] - 2027-01-31\n\n- A.\n', []],
  ['## [Unreleased]\n\n- B.\n\n## [1.2.3] - 2027-01-31\n', [/under Unreleased/]],
  ['## [Unreleased]\n\n## [1.2.3]\n', [/"## \[1\.2\.3\] - YYYY-MM-DD" does not follow/]],
  ['## [Unreleased]\n\n## [1.2.2] - 2027-01-31\n', [/does not follow/]],
  ['## [1.2.3] - 2027-01-31\n', [/does not follow/]],
])('a release of 1.2.3 needs a CHANGELOG that says so: %j', (changelog, faults) => {
  expect(changelogFaults(changelog, '1.2.3')).toEqual(
    faults.map((fault) => expect.stringMatching(fault)),
  );
});

describe('the package', () => {
  let archive: string;
  let files: readonly string[];

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-pack-'));
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const text = execFileSync('npm', pack, { cwd: project, shell: platform === 'win32' });
    const [packed]: [{ filename: string; files: { path: string }[] }] = JSON.parse(String(text));
    archive = join(folder, packed.filename);
    files = packed.files.map(({ path }) => path);
  });

  test('is one that publint finds nothing wrong with', async () => {
    expect(await packageFaults(readFileSync(archive))).toEqual([]);
  });

  test('has what its documents link to', () => {
    const missing = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const text = readFileSync(join(project, path), 'utf8').replace(/^(`{3,})[\s\S]*?^\1/gm, '');
        return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, link = '']) =>
          join(dirname(path), link).replaceAll('\\', '/').replace(/\/$/, ''),
        );
      })
      .filter((target) => !files.some((path) => path === target || path.startsWith(`${target}/`)));
    expect(missing).toEqual([]);
  });
});
