import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Follower } from '../documents.ts';
import { SMALL_DATABASE } from '../small-database.ts';

const hasLogrotate = spawnSync('logrotate', ['--version']).error === undefined;
const example = readFileSync(new URL('../../deploy/logrotate.conf', import.meta.url), 'utf8');

test.skipIf(!hasLogrotate)(
  'deploy/logrotate.conf rotates the log of a running service (skipped where it is not installed)',
  async () => {
    const follower = new Follower();
    const log = join(follower.folder, 'food-lookup.log');
    // Only the folder of the log is changed.
    const here = (text: string) => text.replaceAll('/var/log/food-lookup.log', log);
    const [, redirected = ''] = /`food-lookup (serve 2>> [^`]*)`/.exec(here(example)) ?? [];
    follower.write('logrotate.conf', here(example));
    const command = `npx food-lookup ${redirected} --access-log --database ${SMALL_DATABASE}`;
    try {
      const { url } = await follower.serve(command);
      const call = async (path: string) => void (await fetch(`${url}${path}`));
      const statuses = (name: string) =>
        Array.from(readFileSync(name, 'utf8').matchAll(/"status":(\d+)/g), ([, status]) => status);
      const rotate = () => follower.run('logrotate --force --state state logrotate.conf');

      await call('/api/food?q=egg');
      await expect.poll(() => statuses(log)).toEqual(['200']);
      await rotate();
      await call('/api/nothing');
      await expect.poll(() => statuses(log)).toEqual(['404']);
      expect(readFileSync(log, 'latin1')).toMatch(/^\{/);
      expect(statuses(`${log}.1`)).toEqual(['200']);

      await rotate();
      expect(statuses(`${log}.1`)).toEqual(['404']);
      expect([existsSync(`${log}.2.gz`), readFileSync(log, 'utf8')]).toEqual([true, '']);
    } finally {
      await follower.leave();
    }
  },
);
