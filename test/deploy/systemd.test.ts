import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined;
const unit = readFileSync(new URL('../../deploy/food-lookup.service', import.meta.url), 'utf8');

// The docs copy the unit as a template for several services.
test.skipIf(!hasSystemd).each(['food-lookup.service', 'food-lookup@3001.service'])(
  'systemd understands %s (skipped where it is not installed)',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-systemd-'));
    const path = join(folder, name);
    // Only the program is replaced, since it is not installed here.
    writeFileSync(path, unit.replace('/opt/food-lookup/bin/food-lookup', '/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path]);
    rmSync(folder, { recursive: true });
    // For a setting that it does not know, `systemd-analyze` only prints a warning.
    expect([status, String(stderr)]).toEqual([0, '']);
  },
);
