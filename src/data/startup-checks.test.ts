import { expect, test } from 'vitest';
import { prepare } from './startup-checks.ts';

test.each([
  [
    'an unknown parameter',
    'postgres://db.example/foods?sslmod=require',
    /unknown parameter "sslmod"/,
  ],
  ['an invalid port', 'postgres://db.example:65536/foods', /its port 65536 is not/],
  ['an unknown scheme', 'mysql://db.example/foods', /"mysql:" URLs are not supported/],
])('prepare rejects a database URL with %s without waiting', async (_, database, fault) => {
  const prepared = prepare({ database, wait: 80_000 });
  await expect(prepared).rejects.toThrow(/^database: Cannot use database/);
  await expect(prepared).rejects.toThrow(fault);
});
