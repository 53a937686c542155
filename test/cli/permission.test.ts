import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowedNodeEnvironmentFlags } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { ended, firstMatch, runProgram, start } from './run.ts';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** The flags in docs/deployment.md. Node 24 lacks --allow-net and does not restrict the network. */
const FLAGS = [
  '--permission',
  `--allow-fs-read=${PACKAGE}`,
  '--allow-worker',
  ...['--allow-net'].filter((flag) => allowedNodeEnvironmentFlags.has(flag)),
];

const makeFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'food-lookup-permission-')));

describe('food-lookup under the permissions of Node.js', () => {
  test('serves, reloads and stops with 2 threads', async () => {
    const folder = makeFolder();
    const database = join(folder, 'foods.sqlite');
    const write = (name: string) =>
      writeEntries(database, tableOf([{ ...EGG, description: name }]));
    await write('Egg one');
    const child = start(
      [
        ...['serve', '--port', '0', '--page', '0', '--metrics-port', '0'],
        ...['--log-format', 'text', '--database', database, '--refresh', '0'],
        ...['--threads', '2'],
      ],
      { folder, nodeFlags: [...FLAGS, `--allow-fs-read=${folder}`] },
    );
    const end = ended(child);
    const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
    const found = async () => {
      const headers = { Connection: 'close' };
      const answer = await fetch(`${url}/api/food?q=egg&match=fuzzy`, { headers });
      const [food] = Object(await answer.json());
      return food.description;
    };
    expect(await found()).toBe('Egg one');

    await write('Egg two');
    // Windows has no SIGHUP.
    if (process.platform !== 'win32') {
      child.kill('SIGHUP');
      await expect.poll(found, { timeout: 120_000 }).toBe('Egg two');
    }

    child.kill('SIGTERM');
    const { code, stderr } = await end;
    expect(stderr).not.toContain('ERR_ACCESS_DENIED');
    expect(code).toBe(process.platform === 'win32' ? null : 0);
  });

  test('says which folder it must be allowed to read to find a configuration file', async () => {
    const folder = makeFolder();
    const { code, stderr } = await runProgram(['serve', '--port', '0'], {
      folder,
      nodeFlags: FLAGS,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(`Allow reading "${folder}".\n`);
    expect(stderr).not.toContain('    at ');
  });
});
