import fc from 'fast-check';

// Makes up origins for property tests.

const label = fc.constantFrom('a', 'b', 'www', 'example', 'evil', 'xn--n3h', '0', 'a-b', 'a_b');
const domain = fc
  .tuple(fc.array(label, { maxLength: 3 }), fc.constantFrom('example', 'test', 'com', 'localhost'))
  .map(([labels, last]) => [...labels, last].join('.'));
const host = fc.oneof(domain, fc.constantFrom('127.0.0.1', '10.0.0.1', '[::1]', '[2001:db8::1]'));
const scheme = fc.constantFrom('http', 'https');
const port = fc.constantFrom('', ':1', ':3000', ':8443', ':65535');

/** Serialized origins as browsers send them; few enough to meet each other often. */
export const origin = fc
  .tuple(scheme, host, port)
  .map(([first, second, third]) => `${first}://${second}${third}`);

/** What an Origin header may hold: origins, their near misses, and anything at all. */
export const anyHeader = fc.oneof(
  origin,
  fc.constantFrom('null', '*', '', 'undefined', 'https://', 'https://a.example:443'),
  fc
    .tuple(origin, fc.constantFrom('/', '?', '#', '.', ' ', ':', '.evil.test', ', https://b.test'))
    .map(([first, tail]) => `${first}${tail}`),
  origin.map((each) => each.toUpperCase()),
  fc.string({ unit: 'binary-ascii' }),
  // The addresses of the library take a second to make.
  fc
    .tuple(origin, fc.constantFrom('/', '?', '#'), fc.string())
    .map(([first, mark, tail]) => `${first}${mark}${tail}`),
);
