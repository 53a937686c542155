import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { BLOCKS, commandsOf, Follower, ROOT, type Started } from '../documents.ts';
import { SMALL_DATABASE } from '../small-database.ts';

const PAGE = 'https://app.example.com';
const [OLD, NEW] = ['1.0.0', '1.1.0'];
const LARGE = 200_000;

/**
 * The commands in docs/deployment.md that install the package for systemd, and then another version
 * of it.
 */
const [install = '', upgrade = ''] = BLOCKS.filter(
  ({ document }) => document === 'docs/deployment.md',
)
  .flatMap(commandsOf)
  .filter((command) => command.startsWith('sudo npm install '));

/** Settings that keep npm offline. */
const NPM = Object.fromEntries(
  ['offline=true', 'audit=false', 'fund=false', 'update_notifier=false'].map((setting) => {
    const [name, value = ''] = setting.split('=');
    return [`npm_config_${name}`, value];
  }),
);

test.skipIf(platform === 'win32')(
  'a service keeps its settings and table when it is upgraded and rolled back as documented',
  async () => {
    // The program caches its compiled code in the package, as for users.
    const follower = new Follower({ ...NPM, NODE_COMPILE_CACHE: '' });
    const here = (path: string) => join(follower.folder, path);
    const run = (command: string) =>
      follower.run(command.replace('sudo ', '').replace('/opt/food-lookup', here('opt')));
    follower.write('etc/environment', `CORS_ORIGIN=${PAGE}\nDATABASE_URL=${SMALL_DATABASE}\n`);
    // This link stands for the dependencies, which npm would install.
    mkdirSync(here('opt'));
    symlinkSync(join(ROOT, 'node_modules'), here('opt/node_modules'));

    let running: Started | undefined;
    /** Restarts the service as the unit does, and returns what a page gets from it. */
    const restart = async () => {
      await follower.leave();
      // Names node, since programs in the temporary folder may be forbidden (`noexec`).
      running = await follower.serve('env $(cat etc/environment) node opt/bin/food-lookup serve');
      return answers();
    };
    const answers = async () => {
      const api = await fetch(`${running?.url}/openapi.json`);
      const { info } = z
        .object({ info: z.object({ version: z.string() }) })
        .parse(await api.json());
      const found = await fetch(`${running?.url}/api/food?q=egg`, { headers: { origin: PAGE } });
      const headers = ['access-control-allow-origin', 'etag'].map((name) =>
        found.headers.get(name),
      );
      return [info.version, found.status, ...headers, await found.json()];
    };

    try {
      pack(follower, OLD);
      await run(install);
      const before = await restart();
      expect(before).toMatchObject([OLD, 200, PAGE, expect.any(String), [{}, {}]]);
      pack(follower, NEW);
      await run(upgrade);
      expect(await answers()).toEqual(before);
      const after = await restart();
      expect(after).toEqual([NEW, ...before.slice(1)]);
      await run(upgrade.replace(NEW, OLD));
      expect(await restart()).toEqual(before);
    } finally {
      await follower.leave();
    }
  },
);

/** Makes the archive of a release: the built program as this version, without the bundled foods. */
function pack(follower: Follower, version: string): void {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  // The package's dependencies are linked, not installed.
  const { name, type, engines, bin } = manifest;
  const folder = `release-${version}`;
  follower.write(
    `${folder}/package/package.json`,
    JSON.stringify({ name, version, type, engines, bin }),
  );
  for (const part of ['bin', 'dist/cli/main.js', 'dist/program', 'dist/code-hashes', 'data']) {
    cpSync(join(ROOT, part), join(follower.folder, folder, 'package', part), {
      recursive: true,
      filter: (path) => !/\.ts$|\/(web|sr28|usda)$/.test(path) && statSync(path).size < LARGE,
    });
  }
  const archive = `${name}-${version}.tgz`;
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'], { cwd: follower.folder });
}
