import { expect, test } from 'vitest';
import {
  describeOrigin,
  explainOrigin,
  lintOptions,
  lintOrigin,
  localNetworkNote,
  type OriginSetting,
  parseOriginText,
} from './index.ts';
import { untyped } from './policy.case.ts';

// Snapshots of the messages that the cases of lint-origin.test.ts do not cover.

const A = 'https://a.example';
const shown = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.slice(0, 90)}'`
    : Array.isArray(value)
      ? `[${value.map(shown).join(', ')}]`
      : String(value);

const written = (cases: readonly (readonly [string, readonly string[]])[]): string =>
  `${cases.map(([of, texts]) => [of, ...texts].join('\n  ')).join('\n')}\n`;

test('faults of an origin', async () => {
  const origins = [
    [],
    undefined,
    'null',
    'self',
    '.*',
    '://',
    '::/0',
    'data:',
    '1data:x',
    '\\////',
    'file://',
    ', ##\\$ ',
    'origin: true',
    '1A%{a.b',
    '/http.é%A80:1/',
    'tauri://*',
    'http://[::]:3000',
    'http://[::1:90',
    'http://[example]:90',
    'http://[fe80::1%eth0]',
    'http://[::ffff:7f7f:7f7f]:90',
    'HTTP://[2001:DB8::1]',
    'http://foo:80/path?x#y',
    'http://my-api',
    'http://site.dev:*',
    'http://xn--f',
    'http(s)://app.example.com',
    'htps://example.com',
    'wss://example.com',
    'https://...',
    'https://^foo',
    'https://a@b@example.com',
    'https://%65xample.com',
    'https%3A%2F%2Fapp.example.com',
    'https://app。example.com',
    `https://${'a'.repeat(64)}.com`,
    `https://${'a.'.repeat(127)}com`,
    `https://${'a.'.repeat(999)}com`,
    [A, /^https:\/\/[a-z]\.example$/],
    ['*'],
    [A, '*'],
    [A, A, ' '],
    /^\*$/,
    /(?!)/,
    /^https:\/\/a\.example$/g,
    /^https:\/\/a\.example$/y,
    /^https:\/\/a\.example$/m,
    /^https:\/\/Example\.com$/,
    /^https:\/\/(a)\.com\1$/,
    /^https:\/\/[\q{ab|c}]\.com$/v,
    /^https:\/\/(?:[a-z]{1,63}\.){1,63}com$/,
    /^https:\/\/a\.com,https:\/\/b\.com$/,
    /^https:\/\/a\.com$|^https:\/\/\*\.a\.com$/,
    /^(null|https:\/\/a\.example)$/,
    /^http:\/\/172\.\d+\.\d+\.\d+$/,
    /Ahttps:\/\/.*\.example\.comz/,
    /\.my-app\.vercel\.app$/,
    /your_app\.vercel\.app$/,
  ];
  const cases = origins.map((each) => {
    return [shown(each), lintOrigin(each).map(({ message }) => message)] as const;
  });
  await expect(written(cases)).toMatchFileSnapshot('__snapshots__/origins.txt');
});

test('faults of the options', async () => {
  const credentials = true;
  const origin = A;
  const options: unknown[] = [
    [],
    { origin: 'null', credentials },
    { origin: ['*', A], credentials },
    { origin: () => A, credentials },
    { origin: 'http://my-api', credentials },
    { origin: /^http:\/\/localhost(?!.)/, credentials },
    { origin: /^http:\/\/127.0.0.1:8443$/, credentials },
    { origin: /^(?!https?:)\w+:\/\/[\w.]+$/, credentials },
    { origin, credentials: 'yes' },
    { origin, maxAge: -2 },
    { origin, exposedHeaders: ['*', 'Set-Cookie', 'a b'], credentials },
    { origin, allowedHeaders: ['Host', 'Access-Control-Allow-Origin', ''] },
    { origin, methods: ['get', 'TRACE', 'a b'] },
    { origin, exposedHeaders: ['Access-Control-Allow-Origin'] },
    { origin, trust: 'vercel.app' },
    { origin, trust: [1, 'a b', '*', 'com', '.vercel.app', 'http://*.frontend', 'example.com'] },
    Object.fromEntries(
      [
        ...['origin', 'preflightContinue', 'optionsSuccessStatus', 'origins', 'dynamicOrigin'],
        ...['allowMethods', 'headers', 'exposeHeaders', 'allowCredentials', 'max_age', 'hook'],
        ...['hideOptionsRoute', 'keepHeadersOnError', 'secureContext', 'privateNetworkAccess'],
      ].map((name) => [name, name === 'origin' ? A : true]),
    ),
  ];
  const cases = options.map((each) => {
    const of = JSON.stringify(each, (_, value) =>
      typeof value === 'function' || value instanceof RegExp ? String(value) : value,
    );
    return [of, lintOptions(each).map(({ message }) => message)] as const;
  });
  await expect(written(cases)).toMatchFileSnapshot('__snapshots__/options.txt');
});

test('whom a setting lets in', async () => {
  const settings = [
    true,
    false,
    () => true,
    '*',
    [A, 'null', A],
    'https://*.example.com',
    'https://*.example.com:*',
    /^https:\/\/(?:[\w-]+\.)*example\.com$/,
    /^https?:\/\/(?:[\w-]+\.)?example\.com(?::\d+)?$/,
    /^https:\/\/example\.com:\d+$/,
    /^https:\/\/example\.com(?::8080|:9090)?$/,
    /^https:\/\/example\.com:8443$/,
    /^http:\/\/192\.168\.\d+\.\d+$/,
    /^http:\/\/172\.\d+\.\d+\.\d+$/,
    /^http:\/\/10\.0\.0\.1(?::81)?$/,
    /^https:\/\/[\w-]+\.vercel\.app$/,
    /^https:\/\/example\.com/,
    /example\.com$/,
    /\.example\.com$/,
    /^https:\/\/a.example\.com$/,
    /^null$/,
    /^app:\/\/bundle$/,
    /^chrome-extension:\/\/[a-z]+$/,
    /^https:\/\/example\.com\.$/,
    /^https:\/\/(?:[\w-]+\.)?example\.com\.?$/,
    /^https:\/\/(?:a\.example|a\.example\.:81)$/,
    /^https:\/\/(?:a\.example|\w+\.a\.example\.)$/,
    /^http:\/\/a\.example$|^https:\/\/a\.example\.$/,
    /^https:\/\/xn--\d+\.com$/,
    /^https:\/\/(?:a\.example|\w{64}\.com)$/,
    /^https:\/\/(a)\.com\1$/,
    /.*/,
  ];
  const cases = settings.map((each) => [shown(each), describeOrigin(each)] as const);
  await expect(written(cases)).toMatchFileSnapshot('__snapshots__/described.txt');
});

test('up to 200 ports are listed', () => {
  const described = (count: number) => {
    const ports = Array.from({ length: count }, (_, n) => 1_000 + n);
    return describeOrigin(new RegExp(`^https://example\\.com:(?:${ports.join('|')})$`));
  };
  expect(described(200)[0]?.match(/\d+/g)).toHaveLength(200);
  expect(described(201)).toEqual(['https://example.com, any explicit port']);
});

test('why an origin is allowed or refused', async () => {
  const failing = () => Promise.reject(new Error('No table.'));
  const asked: [OriginSetting, string | undefined][] = [
    [A, A],
    [[A, /^https:\/\/b\.example$/], 'https://b.example'],
    ['*', A],
    [['https://*.example.com'], 'https://b.example.com'],
    [true, A],
    [() => true, A],
    [() => false, A],
    [failing, A],
    [() => Promise.reject(new Error('No table')), undefined],
    [untyped(() => 5), A],
    [untyped(() => 'https://*.a.example'), A],
    [untyped(() => 'a.example'), A],
    [false, A],
    [[], A],
    [A, undefined],
    [A, 'null'],
    [A, 'https://a.example/'],
    [A, 'https://c.example/'],
    [A, 'https://a.example:443'],
    [A, 'HTTPS://A.example'],
    [A, ''],
    [A, 'http://a.example'],
    ['http://a.example', 'https://a.example'],
    [A, 'https://a.example:8443'],
    ['http://a.example', 'http://a.example:81'],
    ['app://example', 'https://example'],
    [A, 'http://a.example:8080'],
    [A, 'https://www.a.example'],
    ['https://www.a.example', A],
    [A, 'https://a.example.'],
    ['http://localhost:3000', 'http://127.0.0.1:3000'],
    [A, 'https://x.a.example'],
    ['https://x.a.example', A],
    ['https://app.example.com', 'https://api.example.com'],
    ['https://example.com', 'https://exmaple.com'],
    [A, 'https://evil.test'],
    [[A, 'https://b.example'], 'https://evil.test'],
    [/^https:\/\/(.+\.)?example\.com$/, 'http://x.example.com'],
  ];
  const cases = asked.map(async ([setting, origin]) => {
    return [
      `${shown(setting)}, ${origin}`,
      [(await explainOrigin(setting, origin)).message],
    ] as const;
  });
  await expect(written(await Promise.all(cases))).toMatchFileSnapshot(
    '__snapshots__/explained.txt',
  );
});

test('notes on private hosts, and texts that are not origins', async () => {
  const hosts = ['localhost', '192.168.1.10'];
  const notes = hosts.map((host) => [host, [localNetworkNote(A, host) ?? '']] as const);
  const texts = ['', '[1]', '["a"', '[a, b]', '/a', 'a,/b,c'];
  const parsed = texts.map((text) => {
    const read = parseOriginText(text);
    return [shown(text), 'fault' in read ? [read.fault.message] : [shown(read.setting)]] as const;
  });
  await expect(written([...notes, ...parsed])).toMatchFileSnapshot(
    '__snapshots__/origin-texts.txt',
  );
});
