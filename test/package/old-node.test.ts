import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/food-lookup.cjs', import.meta.url));
const manifest: { version: string; engines: { node: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const needed = manifest.engines.node.replace('>=', '');

/** Runs `food-lookup --version` under a Node.js that claims to be `version`. */
function runAs(version: string) {
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  return spawnSync(process.execPath, ['--import', preload, program, '--version'], {
    encoding: 'utf8',
  });
}

test.each(['0.10.48', '20.19.5', '24.14.9'])(
  'food-lookup says that Node %s is too old',
  (version) => {
    expect(runAs(version)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Food Lookup needs Node.js ${needed} or later, but this is ${version}. Install a current version from https://nodejs.org\n`,
    });
  },
);

test.each(['24.15.0', '24.100.0', '26.0.0', '100.1.0'])(
  'food-lookup runs on Node %s',
  (version) => {
    expect(runAs(version)).toMatchObject({
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    });
  },
);

test('the library reports that too, before it loads anything else', () => {
  const library = new URL('../../dist/index.js', import.meta.url).href;
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } })`;
  const code = `import('${library}').catch(({ message }) => console.log(message))`;
  const { stdout } = spawnSync(process.execPath, ['--import', preload, '--eval', code], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(
    `Food Lookup needs Node.js ${needed} or later, but this is 20.19.5. Install a current version from https://nodejs.org\n`,
  );
  const [first] = readFileSync(new URL(library), 'utf8').match(/^(?:import|export) .*$/m) ?? [];
  expect(first).toBe("import '../bin/check-node.cjs';");
});

test('the library imports only names that Node 20 has', () => {
  // Such an import fails before the check of the version runs.
  const newer = /^import [^;]*?(\b(glob|globSync|styleText|registerHooks)\b|node:sqlite)/m;
  const files = new Set([new URL('../../dist/index.js', import.meta.url).href]);
  for (const file of files) {
    const text = readFileSync(new URL(file), 'utf8');
    expect.soft(text.match(newer)?.[1], file).toBeUndefined();
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
