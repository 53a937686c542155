import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAddress } from './address.ts';
import { passwordFor } from './password-file.ts';

function fileWith(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'food-lookup-pass-')), 'pgpass');
  writeFileSync(path, text);
  return path;
}

const FILE = fileWith(`# host:port:database:user:password
db:5432:foods:reader:first
db:*:foods:reader:second
[::1]:*:*:*:never
\\:\\:1:*:*:*:six:with:colons
localhost:5432:*:reader:socket
*:*:back\\\\slash:reader:slash\\:colon

*:*:*:other:last`);

/** The password that each host of an address gets. */
function passwordsOf(address: string): (string | undefined)[] {
  const parsed = parseAddress(`${address}${address.includes('?') ? '&' : '?'}passfile=${FILE}`);
  return parsed.hosts.map((host) => passwordFor(parsed, host));
}

test.each([
  ['postgres://reader@db/foods', ['first']],
  ['postgres://reader@db:5433/foods', ['second']],
  ['postgres://reader:own@db/foods', ['own']],
  ['postgres://reader@db,db:1,elsewhere/foods', ['first', 'second', undefined]],
  ['postgres://reader@[::1]/foods', ['six:with:colons']],
  ['postgres://reader@%2Frun%2Fpg/foods', ['socket']],
  ['postgres://reader@elsewhere/back%5Cslash', ['slash:colon']],
  ['postgres://other@elsewhere', ['last']],
  ['postgres://elsewhere/foods', [undefined]],
])('%s gets its password from the first line that is about it', (address, passwords) => {
  expect(passwordsOf(address)).toEqual(passwords);
});

test('a file that is not one of passwords is refused, without what is in it', () => {
  const path = fileWith('a:b:c:d:e\nsecret\n');
  expect(() => parseAddress(`postgres://db/foods?passfile=${path}`)).toThrow(
    `its passfile ${path} is not host:port:database:user:password.`.replace('its', 'line 2 of its'),
  );
  expect(() => parseAddress('postgres://db/foods?passfile=none')).toThrow(
    /its passfile none cannot be read \(ENOENT/,
  );
});
