import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

// `npm run release` checks everything that a release needs, then creates the tag, the archive,
// the SBOM, the image, and the checksums. With --dry-run, it only checks. Publishing is manual.

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the faults in the CHANGELOG for a release of this version. */
export function changelogFaults(changelog: string, version: string): string[] {
  const [, unreleased = '', release = ''] =
    /^## \[Unreleased\]\n([\s\S]*?)^## (.*)/m.exec(changelog) ?? [];
  const isDated = / - \d{4}-\d\d-\d\d$/.test(release) && release.startsWith(`[${version}] `);
  return [
    ...(unreleased.trim() === '' ? [] : ['changes are under Unreleased: move them to the release']),
    ...(isDated ? [] : [`"## [${version}] - YYYY-MM-DD" does not follow Unreleased`]),
  ];
}

/** Returns publint's findings about an `npm pack` archive: errors, warnings, and suggestions. */
export async function packageFaults(archive: Buffer): Promise<string[]> {
  const tarball = new Uint8Array(archive).buffer;
  const { messages, pkg } = await publint({ strict: true, pack: { tarball } });
  return messages.map((message) => String(formatMessage(message, pkg, { color: false })));
}

/** Returns the packages that a CycloneDX bill of materials lacks. */
export function sbomFaults(sbom: string, names: readonly string[]): string[] {
  const { components }: { components: readonly { name: string }[] } = JSON.parse(sbom);
  const listed = new Set(components.map(({ name }) => name));
  return names.filter((name) => !listed.has(name)).map((name) => `${name} is missing`);
}

/**
 * Writes the bill of materials of an installation. `npm sbom --omit dev` leaves out runtime packages
 * that a development tool also needs, so it runs without those tools, in a folder named like the
 * package.
 */
export function writeSbom({ name, version, dependencies }: Manifest, archives: string): string[] {
  const folder = join(mkdtempSync(join(tmpdir(), 'food-lookup-sbom-')), name);
  const { packages, ...lock } = readJson('package-lock.json');
  const installed = Object.entries<{ dev?: true; link?: true }>(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  const manifest = { name, version, dependencies };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const entries = { '': manifest, ...Object.fromEntries(installed) };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages: entries }));
  const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    ...{ cwd: folder, encoding: 'utf8', shell: platform === 'win32', maxBuffer: 2 ** 26 },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  writeFileSync(join(archives, `${name}-${version}.cdx.json`), sbom);
  return sbomFaults(sbom, Object.keys(dependencies));
}

/** Returns the checksums of the files in a folder, in the format of `sha256sum --check`. */
export function checksums(folder: string): string {
  const lineOf = (name: string) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`;
  return readdirSync(folder).toSorted().map(lineOf).join('');
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Returns the checks of a release by name; each returns its faults. */
function checksOf(
  manifest: Manifest,
  archives: string,
): readonly (readonly [string, () => string[] | Promise<string[]>])[] {
  const { version } = manifest;
  const tag = `v${version}`;
  return [
    ['clean tree', () => git('status', '--porcelain').split('\n').filter(Boolean)],
    ['tag', () => (git('tag', '--list', tag) === '' ? [] : [`${tag} already exists`])],
    ['changelog', () => changelogFaults(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)],
    ['format and types', () => run('npm', 'run', 'check')],
    ['tests, including those of the packed types', () => run('npm', 'test')],
    ['pack', () => run('npm', 'pack', '--silent', '--pack-destination', archives)],
    ['publint', () => packageFaults(readFileSync(join(archives, archiveName(version))))],
    ['bill of materials', () => writeSbom(manifest, archives)],
    [IMAGE, () => writeImage(manifest, archives)],
  ];
}

const archiveName = (version: string) => `food-lookup-${version}.tgz`;

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

function run(command: string, ...args: string[]): string[] {
  const options = { cwd: root, stdio: 'inherit', shell: platform === 'win32' } as const;
  const { status } = spawnSync(command, args, options);
  return status === 0 ? [] : [`${command} ${args.join(' ')} ended with ${status}`];
}

const IMAGE = 'container image';

/** Writes the image to a file for `docker load`. Only Docker can fetch its base image. */
export function writeImage(
  { name, version }: Pick<Manifest, 'name' | 'version'>,
  archives: string,
): string[] {
  const image = `${name}:${version}`;
  const built = run('docker', 'build', '--tag', image, '.');
  if (built.length > 0) return built;
  return run('docker', 'save', '--output', join(archives, `${name}-${version}-image.tar`), image);
}

async function release(isDryRun: boolean): Promise<boolean> {
  const manifest: Manifest = readJson('package.json');
  const { version } = manifest;
  const archives = mkdtempSync(join(tmpdir(), 'food-lookup-release-'));
  try {
    for (const [name, findFaults] of checksOf(manifest, archives)) {
      if (isDryRun && name === IMAGE && spawnSync('docker', ['info']).status !== 0) {
        stdout.write(`skip ${name}: Docker is not running. A release needs it\n`);
        continue;
      }
      const faults = await findFaults();
      stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
      for (const fault of faults) stdout.write(`       ${fault}\n`);
      if (faults.length > 0) return false;
    }
    if (isDryRun) {
      stdout.write(`${version} can be released: npm run release\n`);
      return true;
    }
    writeFileSync(join(archives, 'SHA256SUMS'), checksums(archives));
    for (const name of readdirSync(archives)) copyFileSync(join(archives, name), join(root, name));
    git('tag', '--annotate', `v${version}`, '--message', version);
    stdout.write(`Now: git push origin v${version} && npm publish ${archiveName(version)}\n`);
    const image = `<registry>/food-lookup:${version}`;
    stdout.write(`docker tag food-lookup:${version} ${image} && docker push ${image}\n`);
    return true;
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  process.exitCode = (await release(values['dry-run'])) ? 0 : 1;
}
