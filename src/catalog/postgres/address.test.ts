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
  ['postgres://db/foods?port=1&port=65535', { hosts: [{ host: 'db', port: 1 }] }],
  ['postgres://db:65535', { hosts: [{ host: 'db', port: 65_535 }], database: undefined }],
  ['postgres://db/foods?connect_timeout=0', { connectTimeoutSeconds: 10 }],
  ['postgres://db/foods?connect_timeout=999999', { connectTimeoutSeconds: 999_999 }],
  ['postgres://u:@db/foods?dbname=other', { user: 'u', password: '', database: 'other' }],
  ...['allow', 'prefer'].map((mode): [string, object] => [
    `postgres://db/foods?sslmode=${mode}&sslrootcert=unread.pem`,
    {
      tls: {
        isRequired: false,
        options: { rejectUnauthorized: false, checkServerIdentity: expect.any(Function) },
      },
    },
  ]),
  ['postgres://db/foods?sslmode=disable', { tls: false }],
  [
    'postgres://db/foods',
    { tls: { isRequired: false }, connectTimeoutSeconds: 10, sessionAttributes: 'any' },
  ],
  [
    'postgres://db/foods?sslmode=require',
    { tls: { isRequired: true, options: { rejectUnauthorized: false } } },
  ],
  [
    'postgres://db/foods?sslmode=verify-full',
    { tls: { isRequired: true, options: { rejectUnauthorized: true } } },
  ],
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
  'postgres:db',
  'postgres://db:http/foods',
  'postgres://db:0/foods',
  'postgres://db:65536/foods',
  'postgres://[::1]x/foods',
  'postgres://db/foods?sslmode=yes',
  'postgres://db/foods?target_session_attrs=x',
  'postgres://db/foods?connect_timeout=soon',
  'postgres://db/foods?connect_timeout=1000000',
  'postgres://db/foods?search_path=a&b=c',
  'postgres://u:%zz@db/foods',
  'postgres://db/foods?channel_binding=require',
  'postgres://db/foods?sslmode=verify-ca',
  'postgres://db/foods?sslmode=require&sslrootcert=none.pem',
  'postgres://db/foods?sslcert=a.pem',
  'postgres://db/foods?sslkey=a.pem',
  'postgres://db/foods?sslcert=none.pem&sslkey=none.pem',
])('parseAddress refuses %s', (address) => {
  expect(() => parseAddress(address)).toThrowErrorMatchingSnapshot();
});

test('parseAddress refuses files that are not certificates', () => {
  const path = fileWith('no PEM');
  const reasonFor = (parameters: string) => {
    try {
      return parseAddress(`postgres://db/foods?${parameters}`);
    } catch (error) {
      return String(error)
        .replaceAll(path, 'FILE')
        .replace(/.*: its/, 'its');
    }
  };
  expect(reasonFor(`sslmode=require&sslrootcert=${path}`)).toBe(
    'its sslrootcert FILE is not a certificate in PEM format.',
  );
  expect(reasonFor(`sslcert=${path}&sslkey=${path}`)).toBe(
    "its sslcert FILE and sslkey FILE cannot be used together. Both must be PEM files, and sslpassword must be the key's password.",
  );
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

/** The password for each host in a URL. */
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
])(
  'the password for %s is that of the first matching line in the password file',
  (address, passwords) => {
    expect(passwordsOf(address)).toEqual(passwords);
  },
);

test('a file that is not a password file is refused, and its content is not shown', () => {
  const path = fileWith('a:b:c:d:e\nsecret\n');
  expect(() => parseAddress(`postgres://db/foods?passfile=${path}`)).toThrow(
    `line 2 of its passfile ${path} is not host:port:database:user:password.`,
  );
  expect(() => parseAddress('postgres://db/foods?passfile=none')).toThrow(
    /its passfile none cannot be read \(ENOENT/,
  );
});
