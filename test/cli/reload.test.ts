import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, test } from 'vitest';
import { writeEntries } from '../../src/catalog/sqlite/write-entries.ts';
import { EGG } from '../egg.ts';
import { tableOf } from '../table-of.ts';
import { ended, firstMatch, start } from './run.ts';

const [A, B] = ['https://a.example', 'https://b.example'];

// Windows has no SIGHUP.
describe.skipIf(platform === 'win32')('SIGHUP to food-lookup serve', () => {
  test('applies other foods and another origin, and keeps the origin if the file has faults', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-reload-'));
    const [database, config] = [join(folder, 'foods.sqlite'), join(folder, 'config.mjs')];
    const write = (name: string) =>
      writeEntries(database, tableOf([{ ...EGG, description: name }]));
    // Without a refresh, only the signal loads the new foods.
    const writeConfig = (cors: string) =>
      writeFileSync(
        config,
        `export default { database: ${JSON.stringify(database)}, refresh: 0, ${cors} };`,
      );
    const configure = (cors: object) => writeConfig(`cors: ${JSON.stringify(cors)}`);
    await write('Egg one');
    configure({ origin: A });
    const child = start(['serve', '--port', '0', '--config', config, '--log-format', 'text']);
    const end = ended(child);
    const [, url = ''] = await firstMatch(child, /listens at ([^\s"]+)/);
    const served = async (origin: string) => {
      const headers = { Origin: origin, Connection: 'close' };
      const answer = await fetch(`${url}/api/food?q=egg`, { headers });
      const [food] = Object(await answer.json());
      return [food.description, answer.headers.get('access-control-allow-origin')];
    };
    expect(await served(A)).toEqual(['Egg one', A]);

    await write('Egg two');
    configure({ origin: B });
    const readAgain = firstMatch(child, /^Reloading .*$/m);
    child.kill('SIGHUP');
    expect((await readAgain)[0]).toContain(`${B} may call`);
    await expect.poll(() => served(B)).toEqual(['Egg two', B]);
    expect((await served(A))[1]).toBeNull();

    for (const [write, fault] of [
      [() => configure({ origin: A, orgin: A }), /are unchanged\.\n.*CORS option "orgin"/],
      [() => configure({ origin: 'a.example' }), /are unchanged\.\n.*"a\.example"/],
      [
        () => writeConfig("get cors() { throw new Error('It cannot be read') }"),
        /are unchanged\.\n.*cannot be read/,
      ],
      [() => writeConfig('cors: '), /are unchanged\.\n.*config\.mjs/],
    ] as const) {
      write();
      const reported = firstMatch(child, fault, child.stderr);
      child.kill('SIGHUP');
      await reported;
      expect(await served(B)).toEqual(['Egg two', B]);
    }

    child.kill('SIGTERM');
    expect((await end).code).toBe(0);
  });

  test('is reported, like all other events, in one line of JSON', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-events-'));
    const [database, config] = [join(folder, 'foods.sqlite'), join(folder, 'config.json')];
    const write = (name: string) =>
      writeEntries(database, tableOf([{ ...EGG, description: name }]));
    const configure = (options: object) =>
      writeFileSync(config, JSON.stringify({ database, refresh: 0, ...options }));
    await write('Egg one');
    configure({ cors: { origin: A } });
    const child = start(['serve', '--port', '0', '--config', config]);
    const end = ended(child);
    await firstMatch(child, /"event":"listening"/);
    const afterSignal = async (event: string, output = child.stderr) => {
      const told = firstMatch(child, new RegExp(`"event":"${event}"`), output);
      child.kill('SIGHUP');
      await told;
    };
    await afterSignal('foods-unchanged');
    await write('Egg two');
    configure({ cors: { origin: B }, port: 1, host: '127.0.0.1' });
    await afterSignal('foods-replaced');
    configure({ cors: { origin: 'b.example' } });
    await afterSignal('reload-failed');
    child.kill('SIGTERM');
    const { stdout, stderr } = await end;
    const events = (text: string): unknown[] =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(events(stdout)).toMatchObject([
      { event: 'starting', pid: child.pid, msg: expect.stringMatching(/^Food Lookup \S+ starts$/) },
      {
        event: 'listening',
        url: expect.stringMatching(/^http:/),
        foods: 1,
        origins: `${A} may call`,
      },
      {
        ...{ event: 'reloading', cors: 'unchanged', needRestart: [] },
        msg: `Reloading the foods. The cors settings are the same: ${A} may call.`,
      },
      {
        ...{ event: 'reloading', cors: 'changed', origins: `${B} may call`, needRestart: ['host'] },
        msg: `Reloading the foods. The cors settings have changed: ${B} may call. Restart the service to apply host.`,
      },
      { event: 'stopping', signal: 'SIGTERM', msg: 'Stopping on SIGTERM' },
      { event: 'stopped', msg: 'Stopped' },
    ]);
    expect(events(stderr)).toContainEqual(
      expect.objectContaining({
        event: 'reload-failed',
        level: 50,
        reason: expect.stringContaining('"b.example"'),
        msg: expect.stringMatching(/^The cors settings are unchanged\.\n.*"b\.example"/),
      }),
    );
  });
});
