import fc from 'fast-check';

// Generates regular expressions for property tests.

const piece = fc.constantFrom(
  'a',
  'www',
  'example',
  'com',
  'https',
  'http',
  '-',
  '\\.',
  '.',
  '\\/\\/',
  ':',
  '\\d',
  '\\w',
  '\\W',
  '\\S',
  '[a-z]',
  '[a-z0-9-]',
  '[^.]',
  '[a-\\d]',
  '[\\b]',
  '[\\w.-]',
  '\\b',
  '\\B',
  '[\\q{a]',
  '(?i:A)',
  '(?-i:a)',
  '^',
  '$',
  '\\x61',
  '\\u0061',
  '\\cA',
  '\\c',
  '\\0',
  '\\_',
  '\\z',
  '\\A',
  '\\e',
  '\\pL',
  '\\p{L}',
  '[[:alpha:]]',
  '\\Q',
  '\\E',
  '\\C',
  '(?:)',
  '[^]',
  ']',
  '{',
  '}',
  'é',
);

const count = fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,2}', '{0,3}?', '{2,}', '{1,2000}');

const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  source: fc.array(tie('part'), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    piece,
    fc.tuple(piece, count).map(([text, times]) => `${text}${times}`),
    fc.tuple(tie('source'), count).map(([text, times]) => `(${text})${times}`),
    fc.tuple(tie('source'), tie('source')).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('source'))
      .map(([kind, inner]) => `(${kind}${inner})`),
  ),
}));

/** All kinds of expressions that JavaScript accepts, including Annex B's oddities. */
export const anyExpression: fc.Arbitrary<RegExp> = fc
  .tuple(
    source,
    fc.constantFrom('', '^', '^https?:\\/\\/'),
    fc.constantFrom('', '$'),
    fc.constantFrom('', 'i', 'u', 'iu', 'v', 'iv', 'y', 's', 'm', 'g'),
  )
  .map(([text, start, end, flags]) => compile(`${start}${text}${end}`, flags))
  .filter((expression) => expression !== undefined);

function compile(text: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(text, flags);
  } catch {
    return undefined;
  }
}
