import { type AST, RegExpParser } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyExpression } from '../../../test/arbitrary-expressions.ts';
import { runs } from '../../../test/runs.ts';
import type * as Syntax from './parse-expression.ts';
import { parseExpression } from './parse-expression.ts';

type Shape = readonly unknown[];

/** The fields that both trees have. */
function shapeOf(node: Syntax.Node): Shape {
  const where = [node.type, node.start, node.end, node.raw];
  switch (node.type) {
    case 'Alternative':
      return [...where, node.elements.map(shapeOf)];
    case 'Group':
      return [...where, node.added, node.removed, node.alternatives.map(shapeOf)];
    case 'Quantifier':
      return [...where, node.min, node.max, shapeOf(node.element)];
    case 'Assertion':
      return 'alternatives' in node
        ? [...where, node.kind, node.negate, node.alternatives.map(shapeOf)]
        : [...where, node.kind];
    case 'Set':
    case 'Character':
    case 'Backreference':
      return where;
  }
}

function shapeOfRegexpp(node: AST.Pattern | AST.Alternative | AST.Element): Shape {
  const where = [node.type, node.start, node.end, node.raw];
  switch (node.type) {
    case 'Alternative':
      return [...where, node.elements.map(shapeOfRegexpp)];
    case 'Pattern':
    case 'CapturingGroup':
      return ['Group', ...where.slice(1), '', '', node.alternatives.map(shapeOfRegexpp)];
    case 'Group': {
      const { add, remove } = node.modifiers ?? {};
      return [...where, add?.raw ?? '', remove?.raw ?? '', node.alternatives.map(shapeOfRegexpp)];
    }
    case 'Quantifier':
      return [...where, node.min, node.max, shapeOfRegexpp(node.element)];
    case 'Assertion':
      return 'alternatives' in node
        ? [...where, node.kind, node.negate, node.alternatives.map(shapeOfRegexpp)]
        : [...where, node.kind === 'word' && node.negate ? 'no-word' : node.kind];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return ['Set', ...where.slice(1)];
    case 'Character':
    case 'Backreference':
      return where;
  }
}

function compare({ source, flags }: RegExp): void {
  const kinds = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const theirs = new RegExpParser().parsePattern(source, 0, source.length, kinds);
  expect(shapeOf(parseExpression(new RegExp(source, flags)))).toEqual(shapeOfRegexpp(theirs));
}

describe('parseExpression agrees with regexpp', () => {
  test.each<[RegExp]>([
    [/a|b|/],
    [/^https?:\/\/(?:[\w-]+\.)*example\.com(?::\d{1,5})?$/],
    [/(?<year>a)\k<year>(b)\2\1/],
    [/(?<=a)(?<!b)(?=c)(?!d)\b\B/],
    [/a{2}b{2,}?c{2,3}d*?e+?f??/],
    [/\cA\x61\u0061\0\t\n\v\f\r-/],
    [/\u{1f600}\ud83d\ude00😀\p{Lu}\P{Script=Greek}[\p{L}\]]/u],
    [/[\q{abc|d|\x61\-|}&&[a-z]]|[[a-z]--[b\q{x|yz}]]/v],
    [/(?i:a)(?-i:b)(?i-s:c)(?s:.)/],
    [/😀{2}/],
    [/\(\[\)/],
  ])('on %s', (expression) => compare(expression));

  // Allowed only without the flags u or v, for compatibility with old pages.
  test.each([
    '[]|[^]|[\\]]|[[]|[(]|[\\\\]',
    ...[
      'a{',
      '{',
      '}',
      ']',
      'a{,2}',
      'a{2',
      'x{2}{',
      '(?=a)*',
      '(?!a){2}',
      '\\c',
      '\\c1',
      '\\x6',
      '\\u006',
    ],
    ...[
      '\\1',
      '\\1(a)',
      '(a)\\2',
      '\\8',
      '\\08',
      '\\012',
      '\\377',
      '\\400',
      '\\78',
      '\\k',
      '\\k<a>',
      '\\p{L}',
    ],
    ...[
      '[\\1]\\1',
      '[(]\\1',
      '\\(\\1',
      '(?:a)\\1',
      '(?<a>b)\\k<a>\\1',
      '\\_\\a\\e',
      '\\ud83d\\ude00',
      '[a-\\d]',
    ],
  ])('on /%s/', (source) => compare(new RegExp(source)));

  test('on expressions that people write', () => {
    fc.assert(fc.property(anyExpression, compare), { numRuns: runs(150) });
  });

  test('on any valid expression', () => {
    const text = fc
      .array(
        fc.constantFrom(
          ...[
            'a',
            '1',
            '0',
            '(',
            ')',
            '(?:',
            '(?<a>',
            '(?=',
            '(?<!',
            '[',
            ']',
            '[^',
            '{',
            '}',
            '{1,2}',
          ],
          ...[
            '*',
            '+',
            '?',
            '|',
            '^',
            '$',
            '.',
            '-',
            '&&',
            '--',
            '\\',
            '\\q{',
            '\\k<a>',
            '\\u',
            '{61}',
            '\\x',
            'c',
            'd',
          ],
          ...['\\p{L}', '(?i:', ',', '😀', '\\ud83d', '\\ude00', 'b', '<', '>', '=', '!', ':'],
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    const flags = fc.constantFrom('', 'u', 'v');
    fc.assert(
      fc.property(text, flags, (source, flag) => {
        let expression: RegExp;
        try {
          expression = new RegExp(source, flag);
        } catch {
          return;
        }
        compare(expression);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
