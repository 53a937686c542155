import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SMALL_DATABASE } from '../small-database.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'food-lookup-config-'));
writeFileSync(
  join(folder, 'food-lookup.config.mjs'),
  `export default { port: 1, host: '127.0.0.1', cors: { origin: [/^https:\\/\\/b\\.example$/, 'https://a.example'], maxAge: 5 } };`,
);

describe('food-lookup config', () => {
  test('shows each setting and its source', async () => {
    const env = { PORT: '2', LOG_LEVEL: 'warn', DATABASE_URL: SMALL_DATABASE };
    const { code, stdout } = await run(['config', '--json', '--port', '3', '--max-age', '60'], {
      env,
      folder,
    });
    const settings: { setting: string; value: unknown; from: string }[] = JSON.parse(stdout);
    const shown = new Map(settings.map(({ setting, value, from }) => [setting, [value, from]]));
    const file = 'food-lookup.config.mjs';
    expect(shown.get('port')).toEqual([3, '--port']);
    expect(shown.get('host')).toEqual(['127.0.0.1', file]);
    expect(shown.get('logLevel')).toEqual(['warn', 'LOG_LEVEL']);
    expect(shown.get('cors.origin')).toEqual([
      [String.raw`/^https:\/\/b\.example$/`, 'https://a.example'],
      file,
    ]);
    expect(shown.get('page')).toEqual([null, 'default']);
    expect(shown.get('allowedHosts')).toEqual([[], 'default']);
    expect(shown.get('cors.maxAge')).toEqual([60, '--max-age']);
    expect(shown.get('cors.credentials')).toEqual([false, 'default']);
    expect(code).toBe(0);
  });

  test.each([
    [[], 'http://localhost:3000'],
    [['--page', '8080'], 'http://localhost:8080'],
  ])('shows the effective origin with %j', async (args, origin) => {
    const flags = ['--database', SMALL_DATABASE, ...args];
    const { stdout } = await run(['config', '--json', ...flags]);
    expect(JSON.parse(stdout)).toContainEqual({
      setting: 'cors.origin',
      value: origin,
      from: 'default',
    });
    const { stdout: lines } = await run(['config', ...flags]);
    expect(lines.replace(/ +/g, ' ')).toContain(`\ncors.origin ${origin} (default)\n`);
  });

  test('prints readable lines, and exits with 0 if nothing is wrong', async () => {
    const { code, stdout, stderr } = await run(['config', '--database', SMALL_DATABASE]);
    expect(stdout).toMatch(/^port +3001 {2}\(default\)$/m);
    expect(stdout).toContain(`${SMALL_DATABASE}  (--database)`);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('lists the settings, then what serve would refuse, and shows no password', async () => {
    const env = { DATABASE_URL: 'mysql://user:secret@db/foods', PORT: 'x' };
    const { code, stdout, stderr } = await run(['config'], { env });
    expect(stdout).toContain('mysql://user@db/foods  (DATABASE_URL)');
    expect(stderr).toContain('PORT: Cannot use "x"');
    expect(stdout + stderr).not.toContain('secret');
    expect(code).toBe(2);
  });
});
