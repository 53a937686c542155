import fc from 'fast-check';

// Generates origins for property tests.

const label = fc.constantFrom('a', 'b', 'www', 'example', 'evil', 'xn--n3h', '0', 'a-b', 'a_b');
const domain = fc
  .tuple(fc.array(label, { maxLength: 3 }), fc.constantFrom('example', 'test', 'com', 'localhost'))
  .map(([labels, last]) => [...labels, last].join('.'));
const host = fc.oneof(domain, fc.constantFrom('127.0.0.1', '10.0.0.1', '[::1]', '[2001:db8::1]'));
const scheme = fc.constantFrom('http', 'https');
const port = fc.constantFrom('', ':1', ':3000', ':8443', ':65535');

/** Serialized origins as browsers send them; few enough that two are often equal. */
export const origin = fc
  .tuple(scheme, host, port)
  .map(([first, second, third]) => `${first}://${second}${third}`);

/** Values of an Origin header: origins, near misses, and arbitrary strings. */
export const anyHeader = fc.oneof(
  origin,
  fc.constantFrom('null', '*', '', 'undefined', 'https://', 'https://a.example:443'),
  fc
    .tuple(origin, fc.constantFrom('/', '?', '#', '.', ' ', ':', '.evil.test', ', https://b.test'))
    .map(([first, tail]) => `${first}${tail}`),
  origin.map((each) => each.toUpperCase()),
  fc.string({ unit: 'binary-ascii' }),
  // fast-check's own web URLs take a second to build.
  fc
    .tuple(origin, fc.constantFrom('/', '?', '#'), fc.string())
    .map(([first, mark, tail]) => `${first}${mark}${tail}`),
);
