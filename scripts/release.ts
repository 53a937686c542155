import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { platform, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

// `npm run release`: checks all that a release needs, then tags it and leaves its package here. With
// --dry-run, it only checks. Publishing is left to a person.

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the CHANGELOG lacks for the release of this version. */
export function changelogFaults(changelog: string, version: string): string[] {
  const [, unreleased = '', release = ''] =
    /^## \[Unreleased\]\n([\s\S]*?)^## (.*)/m.exec(changelog) ?? [];
  const isDated = / - \d{4}-\d\d-\d\d$/.test(release) && release.startsWith(`[${version}] `);
  return [
    ...(unreleased.trim() === '' ? [] : ['changes are under Unreleased: move them to the release']),
    ...(isDated ? [] : [`"## [${version}] - YYYY-MM-DD" does not follow Unreleased`]),
  ];
}

/**
 * What publint finds in a package: errors, warnings and suggestions alike.
 *
 * @param archive as `npm pack` makes it
 */
export async function packageFaults(archive: Buffer): Promise<string[]> {
  const tarball = new Uint8Array(archive).buffer;
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } });
  return messages.map((message) => String(formatMessage(message, pkg, { color: false })));
}

/** A check of a release: its name, and what is wrong. */
type Check = readonly [string, () => string[] | Promise<string[]>];

function checksOf(version: string, archives: string): readonly Check[] {
  const tag = `v${version}`;
  return [
    ['clean tree', () => lines(git('status', '--porcelain'))],
    ['tag', () => (git('tag', '--list', tag) === '' ? [] : [`${tag} is there already`])],
    ['changelog', () => changelogFaults(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)],
    ['format and types', () => npm('run', 'check')],
    ['tests, those of the packed types among them', () => npm('test')],
    ['pack', () => npm('pack', '--silent', '--pack-destination', archives)],
    ['publint', () => packageFaults(readFileSync(archiveIn(archives, version)))],
  ];
}

function archiveIn(folder: string, version: string): string {
  return join(folder, `food-lookup-${version}.tgz`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

/** What a command of npm says where it fails. */
function npm(...args: string[]): string[] {
  const { status } = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: platform === 'win32',
  });
  return status === 0 ? [] : [`npm ${args.join(' ')} ended with ${status}`];
}

/** @returns whether all that a release needs is there */
async function release(isDryRun: boolean): Promise<boolean> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const archives = mkdtempSync(join(tmpdir(), 'food-lookup-release-'));
  try {
    for (const [name, findFaults] of checksOf(version, archives)) {
      const faults = await findFaults();
      stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
      for (const fault of faults) stdout.write(`       ${fault}\n`);
      if (faults.length > 0) return false;
    }
    if (isDryRun) {
      stdout.write(`${version} can be released: npm run release\n`);
      return true;
    }
    const archive = archiveIn(archives, version);
    copyFileSync(archive, join(root, basename(archive)));
    git('tag', '--annotate', `v${version}`, '--message', version);
    stdout.write(`Now: git push origin v${version} && npm publish ${basename(archive)}\n`);
    return true;
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  process.exitCode = (await release(values['dry-run'])) ? 0 : 1;
}
