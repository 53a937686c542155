import type { Random } from './random.ts';

// Which Origin headers the fuzzer sends, and the setting that decides on them.

/** Who may read, as the service is told. */
export const ORIGIN_SETTING =
  'http://localhost:3000, https://app.example, /^https:\\/\\/[a-z0-9-]+\\.apps\\.example$/';

/** The Origin header lines of a request, and the origin that must be granted access, if any. */
export interface FuzzedOrigin {
  readonly lines: readonly string[];
  readonly granted: string | undefined;
}

const REFUSED: readonly [string, ...string[]] = [
  'null',
  '',
  '*',
  'true',
  'undefined',
  'https://app.example.evil.example',
  'https://app.example:443',
  'https://app.example/',
  'https://app.example#',
  'https://APP.EXAMPLE',
  'https://app.example.',
  'https://app.example, https://app.example',
  'https://app.example https://app.example',
  'http://app.example',
  'http://localhost:3001',
  'http://localhost',
  'http://localhost:03000',
  'https://a.apps.example:8443',
  'https://.apps.example',
  'https://a.apps.example.evil.example',
  'https://a.apps.example\x80',
  'https://x@app.example',
  'file://',
  'chrome-extension://abcdefgh',
  'http://[::1]:3000',
  `https://${'a'.repeat(400)}.apps.example`,
  `https://${'a.'.repeat(600)}apps.example`,
];

/** What a page, a program or an attacker may send as Origin. */
export function fuzzOrigin(random: Random): FuzzedOrigin {
  switch (random.integer(0, 9)) {
    case 0:
    case 1:
      return { lines: [], granted: undefined };
    case 2:
    case 3:
      return one(random.pick(['http://localhost:3000', 'https://app.example']));
    case 4:
    case 5:
      return one(`https://${random.text(random.integer(1, 20), 0x61, 0x7a)}.apps.example`);
    case 6:
      // Node joins two lines: that is no origin, whatever they are.
      return { lines: ['https://app.example', 'https://app.example'], granted: undefined };
    case 7:
      return refused(`https://${random.text(random.integer(1, 300), 0x80, 0xff)}`);
    case 8:
      return refused(`https://${random.text(random.integer(1, 40))}.invalid`);
    default:
      return refused(random.pick(REFUSED));
  }
}

function one(origin: string): FuzzedOrigin {
  return { lines: [origin], granted: origin };
}

function refused(origin: string): FuzzedOrigin {
  return { lines: [origin], granted: undefined };
}
