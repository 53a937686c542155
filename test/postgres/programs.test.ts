import { once } from 'node:events';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasOurAccess, startProgram } from './programs.ts';
import { whyNoCluster } from './server.ts';

const reason = await whyNoCluster();

test.skipIf(reason !== undefined || !hasOurAccess)(
  `PostgreSQL can open folders that only our user may open, even root's ${reason ?? ''}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'food-lookup-private-'));
    writeFileSync(join(folder, 'postgresql.conf'), '');
    chmodSync(folder, 0o700);
    const [status] = await once(startProgram('postgres', '-C', 'port', '-D', folder), 'close');
    expect(status).toBe(0);
  },
);
