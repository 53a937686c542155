import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCases } from '../../../test/cases/read-cases.ts';
import { MAX_WEB_ORIGIN_LENGTH } from '../serialized-origin.ts';
import { matchWork } from './match-work.ts';
import { createMatcher } from './matcher.ts';
import { toRe2Source } from './re2-source.ts';

/** The expressions of people, as the case tables have them, and shapes that they are made of. */
const POOL = [
  ...expressionsIn('cors.json'),
  ...expressionsIn('cors-lint.json'),
  /^https:\/\/[a-z0-9-]{1,63}\.example\.com$/,
  /^https:\/\/(?:[a-z0-9-]+\.){1,4}example\.com$/,
  /^https?:\/\/(?:.+\.)?(?:example|other)\.(?:com|org|co\.uk)(?::\d{1,5})?$/,
  /^https:\/\/(?:[a-z]+-)*preview(?:-[a-z0-9]+)*\.example\.app$/,
  /^https:\/\/deploy-preview-\d+--[\w-]+\.netlify\.app$/,
  /(?:[a-z0-9-]+\.)*example\.com$/i,
];

function expressionsIn(name: string): RegExp[] {
  const found = new Map<string, RegExp>();
  const form = z.object({ $regexp: z.object({ source: z.string(), flags: z.string() }) });
  JSON.parse(readCases(name), (_key, value: unknown) => {
    const { data } = form.safeParse(value);
    if (data === undefined) return value;
    const expression = new RegExp(data.$regexp.source, data.$regexp.flags);
    found.set(String(expression), expression);
    return value;
  });
  return [...found.values()];
}

/** What RE2 makes of an expression: instructions by number, as far as they are needed here. */
interface Program {
  readonly start: number;
  readonly inst: readonly {
    readonly op: number;
    readonly out: number;
    readonly arg: number;
    matchRune(rune: number): boolean;
  }[];
}

/** `op` of the instructions (`Inst` in re2js). */
const OP = {
  ALT: 1,
  ALT_MATCH: 2,
  CAPTURE: 3,
  EMPTY_WIDTH: 4,
  NOP: 7,
  FIRST_RUNE: 8,
  LAST_RUNE: 11,
};
/** The bit in `arg` of an empty width: only where the text begins. */
const BEGIN_TEXT = 4;

/**
 * How often a character of the program is compared with one of the text, where all of its states are
 * followed at once, as RE2 does, and no match ends it early.
 */
function comparisons({ start, inst }: Program, text: string): number {
  let count = 0;
  let states = new Set<number>();
  const follow = (at: number, position: number): void => {
    const { op, out, arg } = inst[at] ?? { op: 0, out: 0, arg: 0 };
    if (states.has(at)) return;
    states.add(at);
    if (op === OP.EMPTY_WIDTH && (arg & BEGIN_TEXT) !== 0 && position > 0) return;
    if (op >= OP.ALT && op <= OP.EMPTY_WIDTH) follow(out, position);
    if (op === OP.NOP) follow(out, position);
    if (op === OP.ALT || op === OP.ALT_MATCH) follow(arg, position);
  };
  const runes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  for (const [position, rune] of runes.entries()) {
    follow(start, position);
    const before = states;
    states = new Set();
    for (const at of before) {
      const instruction = inst[at];
      if (instruction === undefined) continue;
      if (instruction.op < OP.FIRST_RUNE || instruction.op > OP.LAST_RUNE) continue;
      count += 1;
      if (instruction.matchRune(rune)) follow(instruction.out, position + 1);
    }
  }
  return count;
}

/**
 * The most comparisons that an origin costs which is made to cost many: one change after the other,
 * of the expression's own letters and of what its repetitions take, each kept if it costs no less.
 */
function worstOf(expression: RegExp, program: Program): number {
  const cut = (text: string) => text.slice(0, MAX_WEB_ORIGIN_LENGTH);
  const own = expression.source.match(/[a-z]{2,}/g) ?? [];
  const parts = [
    ...'a0-.',

    'a.',
    'a-',
    'https://',
    ...own,
    ...own.map((text) => `${text}.`),
  ];
  let worst = cut(`https://${'a'.repeat(MAX_WEB_ORIGIN_LENGTH)}`);
  let most = comparisons(program, worst);
  for (const at of [8, 150]) {
    for (const part of parts) {
      for (const changed of [
        worst.slice(0, at) + part + worst.slice(at),
        worst.slice(0, at) + part.repeat(MAX_WEB_ORIGIN_LENGTH),
      ]) {
        const cost = comparisons(program, cut(changed));
        if (cost >= most) [worst, most] = [cut(changed), cost];
      }
    }
  }
  return most;
}

describe('the worst origin costs no more than is reckoned with', () => {
  const linear = POOL.flatMap((expression) => {
    const source = toRe2Source(expression);
    const isLinear = createMatcher(expression).kind === 'linear';
    return isLinear && source !== undefined ? [[expression, source] as const] : [];
  });

  test('most of the pool runs in linear time', () => {
    expect(linear.length).toBeGreaterThan(25);
  });

  test.each(linear)('%s', (expression, source) => {
    const program: Program = Reflect.get(RE2JS.compile(source), 're2Input').prog;
    const reckoned = matchWork(expression, MAX_WEB_ORIGIN_LENGTH, Number.MAX_SAFE_INTEGER);
    const worst = worstOf(expression, program);
    expect(worst).toBeLessThanOrEqual(reckoned);
    expect(worst).toBeGreaterThan(0);
  });
});
