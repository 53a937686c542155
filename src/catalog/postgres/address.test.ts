import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAddress, passwordFor } from './address.ts';

test.each<[string, object]>([
  ['postgres://', { hosts: [{ host: 'localhost', port: 5432 }], user: undefined }],
  [
    'postgresql://reader:p%40ss%2Fword@db.example:6432/my%20foods',
    {
      user: 'reader',
      password: 'p@ss/word',
      hosts: [{ host: 'db.example', port: 6432 }],
      database: 'my foods',
    },
  ],
  [
    'postgres://a:1,[::1]:2,c/foods?target_session_attrs=prefer-standby',
    {
      hosts: [
        { host: 'a', port: 1 },
        { host: '::1', port: 2 },
        { host: 'c', port: 5432 },
      ],
      sessionAttributes: 'prefer-standby',
    },
  ],
  [
    'postgres:///foods?host=a,b&port=7&user=u&password=p+w',
    {
      hosts: [
        { host: 'a', port: 7 },
        { host: 'b', port: 7 },
      ],
      user: 'u',
      password: 'p+w',
      database: 'foods',
    },
  ],
  ['postgres://%2Frun%2Fpg/foods', { hosts: [{ host: '/run/pg', port: 5432 }] }],
  [
    'postgres://a,b/foods?port=1,2',
    {
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    },
  ],
  ['postgres://db/foods?sslmode=disable', { tls: false }],
  [
    'postgres://db/foods',
    { tls: { isRequired: false }, connectTimeoutSeconds: 10, sessionAttributes: 'any' },
  ],
  ['postgres://db/foods?sslmode=require', { tls: { options: { rejectUnauthorized: false } } }],
  ['postgres://db/foods?sslmode=verify-full', { tls: { options: { rejectUnauthorized: true } } }],
  [
    'postgres://db/foods?sslrootcert=system&sslmode=require',
    { tls: { options: { rejectUnauthorized: true } } },
  ],
  [
    'postgres://db/foods?options=-csearch_path%3Dfood&connect_timeout=3',
    {
      startup: { application_name: 'food-lookup', options: '-csearch_path=food' },
      connectTimeoutSeconds: 3,
    },
  ],
])('parseAddress parses %s', (address, expected) => {
  expect(parseAddress(address)).toMatchObject(expected);
});

test.each([
  [
    'postgres:db',
    'it is not a PostgreSQL address. Use postgres://user:password@host:port/database.',
  ],
  ['postgres://db:http/foods', 'its port http is not from 1 to 65535.'],
  ['postgres://db:99999/foods', 'its port 99999 is not from 1 to 65535.'],
  ['postgres://db/foods?sslmode=yes', 'its sslmode "yes" is not one of disable, allow,'],
  ['postgres://db/foods?target_session_attrs=x', 'target_session_attrs "x" is not one of any,'],
  ['postgres://db/foods?connect_timeout=soon', 'its connect_timeout soon is not a number of'],
  ['postgres://db/foods?search_path=a', 'it has no parameter "search_path". Use application_name,'],
  ['postgres://u:%zz@db/foods', 'it has a % that does not begin an escape. Write % as %25.'],
  ['postgres://db/foods?channel_binding=require', 'it has no parameter "channel_binding". Use'],
  ['postgres://db/foods?sslmode=verify-ca', 'its sslmode=verify-ca needs a root certificate.'],
  ['postgres://db/foods?sslmode=require&sslrootcert=none.pem', /cannot be read \(ENOENT/],
])('parseAddress refuses %s', (address, reason) => {
  expect(() => parseAddress(address)).toThrow(reason);
});

test.each(['s3cr/et', 's3cr?et', 's3cr#et', '12/et', 'p@s3/et', 's3/@/et'])(
  'parseAddress refuses the unescaped password %s and shows no part of it',
  (password) => {
    expect(() => parseAddress(`postgres://u:${password}@db/foods`)).toThrow(
      /^Cannot use database "postgres:\/\/u@db\/foods": it has an @ after its host\. In a password, write/,
    );
  },
);

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
])('%s gets its password from the first matching line', (address, passwords) => {
  expect(passwordsOf(address)).toEqual(passwords);
});

test('a file that is not a password file is refused, and its content is not shown', () => {
  const path = fileWith('a:b:c:d:e\nsecret\n');
  expect(() => parseAddress(`postgres://db/foods?passfile=${path}`)).toThrow(
    `its passfile ${path} is not host:port:database:user:password.`.replace('its', 'line 2 of its'),
  );
  expect(() => parseAddress('postgres://db/foods?passfile=none')).toThrow(
    /its passfile none cannot be read \(ENOENT/,
  );
});
