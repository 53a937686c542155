import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));
const manifest: { version: string; engines: { node: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const needed = manifest.engines.node.replace('>=', '');

const CHECK = fileURLToPath(new URL('../../bin/check-node.cjs', import.meta.url));

const tooOld = (version: string) =>
  `Food Lookup needs Node.js ${needed} or later, but this is ${version}. Install a current version from https://nodejs.org`;

/** Runs the check under a Node.js that claims to be `version`. */
function checkAs(version: string): void {
  const check = compileFunction(readFileSync(CHECK, 'utf8'), ['require', 'process']);
  check(createRequire(CHECK), { versions: { node: version } });
}

test.each(['0.10.48', '20.19.5', '24.14.9'])('Node %s is too old', (version) => {
  expect(() => checkAs(version)).toThrow(new Error(tooOld(version)));
});

test.each(['24.15.0', '24.100.0', '26.0.0', '100.1.0'])('Node %s is not too old', (version) => {
  expect(() => checkAs(version)).not.toThrow();
});

test.each([
  ['24.14.9', { status: 1, stdout: '', stderr: `${tooOld('24.14.9')}\n` }],
  ['24.15.0', { status: 0, stdout: `${manifest.version}\n`, stderr: '' }],
])('food-lookup reports that Node %s is too old', (version, expected) => {
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const args = ['--import', preload, program, '--version'];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject(expected);
});

test('the library reports an old Node.js, too, before it loads anything else', () => {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } })`;
  const code = `import(${JSON.stringify(library)}).catch(({ message }) => console.log(message))`;
  const { stdout } = spawnSync(process.execPath, ['--import', preload, '--eval', code], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${tooOld('20.19.5')}\n`);
  const [first] = readFileSync(new URL(library), 'utf8').match(/^(?:import|export) .*$/m) ?? [];
  expect(first).toBe("import '../bin/check-node.cjs';");
});

test('the library has only imports and syntax that Node 20 has', () => {
  // Anything newer fails before the check of the version runs. The build replaces `using`.
  const newer = /^import [^;]*?(\b(glob|globSync|styleText|registerHooks)\b|node:sqlite)/m;
  const files = new Set([new URL('../../dist/index.js', import.meta.url).href]);
  for (const file of files) {
    const text = readFileSync(new URL(file), 'utf8');
    expect.soft(text.match(newer)?.[1], file).toBeUndefined();
    expect.soft(text.match(/^ *(await )?using \w+ = .*/m)?.[0], file).toBeUndefined();
    for (const [, path = ''] of text.matchAll(/^(?:import|export) [^;]*?'(\.[^']+\.js)'/gm)) {
      files.add(new URL(path, file).href);
    }
  }
  expect(files.size).toBeGreaterThan(100);
});

test.each(['food-lookup.cjs', 'check-node.cjs'])(
  '%s has no newer syntax than ES5, which any Node can read',
  (name) => {
    const path = fileURLToPath(new URL(`../../bin/${name}`, import.meta.url));
    expect(readFileSync(path, 'utf8')).not.toMatch(
      /=>|`|,\s*\)|\b(const|let|class|import|async|await)\b/,
    );
  },
);
