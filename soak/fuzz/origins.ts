import type { Random } from './random.ts';

export const ORIGIN_SETTING =
  'http://localhost:3000, https://app.example, /^https:\\/\\/[a-z0-9-]+\\.apps\\.example$/';

/** The Origin header lines of a request, and the origin that must be granted access, if any. */
export interface FuzzedOrigin {
  readonly lines: readonly string[];
  readonly granted: string | undefined;
}

const REFUSED = [
  ...['null', '', '*', 'true', 'undefined', 'file://', 'http://localhost', 'http://[::1]:3000'],
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
  'http://localhost:03000',
  'https://a.apps.example:8443',
  'https://.apps.example',
  'https://a.apps.example.evil.example',
  'https://a.apps.example\x80',
  'https://x@app.example',
  'chrome-extension://abcdefgh',
  `https://${'a'.repeat(400)}.apps.example`,
  `https://${'a.'.repeat(600)}apps.example`,
];

/** Returns Origin headers that a page, a program, or an attacker may send. */
export function fuzzOrigin(random: Random): FuzzedOrigin {
  const granted = (origin: string) => ({ lines: [origin], granted: origin });
  const refused = (...lines: string[]) => ({ lines, granted: undefined });
  const listed = () => granted(random.pick(['http://localhost:3000', 'https://app.example']));
  const matched = () =>
    granted(`https://${random.text(random.integer(1, 20), 0x61, 0x7a)}.apps.example`);
  return random.make<FuzzedOrigin>([
    ...[listed, listed, matched, matched, refused, refused],
    // Node joins the two lines; the result is never an origin.
    () => refused('https://app.example', 'https://app.example'),
    () => refused(`https://${random.text(random.integer(1, 300), 0x80, 0xff)}`),
    () => refused(`https://${random.text(random.integer(1, 40))}.invalid`),
    () => refused(random.pick(REFUSED)),
  ]);
}
