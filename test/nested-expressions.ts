import { matcherOf } from '../src/cors/automata/matcher.ts';

// Generates nested expressions that are slow to match, by hill climbing.

/** Returns a number from 0 to 1, excluding 1. */
export type Random = () => number;

/** Expressions that hang a backtracking engine, or reach all states at once. */
export const SLOW_EXPRESSIONS: readonly RegExp[] = [
  /(a|b)*a[ab]{30}$/,
  /(a|b)*a[ab]{250}$/,
  /^https:\/\/(a+)+b$/,
  /^https:\/\/(?:a|a)*b$/,
  /(?:a?){200}a{200}b/,
  /^https:\/\/(?:[a-z0-9]{1,60}-?){1,15}\.com$/,
  /^https:\/\/(?:[a-z0-9-]{1,63}\.){1,10}example\.com$/,
  /^https:\/\/[a-z0-9-]{1,63}-[a-z0-9-]{1,63}-team\.vercel\.app$/,
  /(?:(?:a|b|[ab]){1,24}b?){1,3}c$/,
  /(?=(a|b)*a[ab]{20}$)https/,
  /(?<=(a|b)*a[ab]{100})$/,
  /(?<!(?:a|b)*a[ab]{60})(?=(?:a|b)*a[ab]{60}$)/,
];

/** Generates expressions such as `^https://…\.com$`, where `…` nests all kinds of repetitions. */
export function nestedExpression(random: Random): RegExp {
  const end = pick(random, ['\\.example\\.com$', '\\.com$', '$', '']);
  const start = pick(random, ['^https:\\/\\/', '^https:\\/\\/', 'https:\\/\\/', '']);
  return new RegExp(`${start}${nest(random, 3)}${end}`);
}

function nest(random: Random, depth: number): string {
  const set = pick(random, ['[a-z]', '[a-z0-9-]', '\\w', '.', '[^.]', 'a', '[ab]', '-', '\\.']);
  if (depth === 0) return `${set}${count(random)}`;
  const inner = nest(random, depth - 1);
  switch (Math.floor(random() * 4)) {
    case 0:
      return `(?:${inner})${count(random)}`;
    case 1:
      return `${inner}${nest(random, depth - 1)}`;
    case 2:
      return `(?:${inner}|${nest(random, depth - 1)})${count(random)}`;
    default:
      return `(?:${inner}${set}?)${count(random)}`;
  }
}

function count(random: Random): string {
  const most = Math.ceil(random() * 60);
  return pick(random, ['', '*', '+', '?', `{${most}}`, `{1,${most}}`, `{0,${most}}`, '{2,}']);
}

/** The most expensive origin found for an expression. */
export interface Climb {
  readonly expression: RegExp;
  readonly origin: string;
  /** The number of nodes visited per character, counting the end as one. */
  readonly work: number;
}

/**
 * Searches by hill climbing for the decision that takes the most work. Each step changes the
 * origin, and occasionally a count in the expression, and keeps the change unless it takes less
 * work.
 */
export function climb(from: RegExp, steps: number, random: Random): Climb {
  let best: Climb = { expression: from, origin: '', work: 0 };
  for (let step = 0; step < steps; step++) {
    const expression = random() < 0.1 ? otherCount(best.expression, random) : best.expression;
    const { matches, visits } = matcherOf(expression);
    const origin = otherOrigin(best.origin, random);
    const before = visits();
    matches(origin);
    const work = (visits() - before) / (origin.length + 1);
    if (work >= best.work) best = { expression, origin, work };
  }
  return best;
}

/**
 * Doubles, halves, or increments one number in braces; returns the expression unchanged if the
 * result is invalid.
 */
function otherCount(expression: RegExp, random: Random): RegExp {
  const numbers = [...expression.source.matchAll(/(?<=[{,])\d+(?=[},])/g)];
  const { index, 0: text } = numbers[Math.floor(random() * numbers.length)] ?? { index: -1, 0: '' };
  if (index < 0) return expression;
  const changed = pick(random, [Number(text) * 2, Math.ceil(Number(text) / 2), Number(text) + 1]);
  const rest = expression.source.slice(index + text.length);
  try {
    return new RegExp(`${expression.source.slice(0, index)}${changed}${rest}`, expression.flags);
  } catch {
    return expression;
  }
}

/** The maximum lengths for http and https, and for other schemes: `x://…`. */
const LENGTHS = { 'https://': 300, 'x://': 1_024 };

function otherOrigin(origin: string, random: Random): string {
  const scheme = pick(random, ['https://', 'x://'] as const);
  const letters = pick(random, ['a', 'ab', 'aab', 'ab-', 'ab.', 'a1-.', 'abcxyz0189-']);
  const body = origin.replace(/^.*:\/\//, '');
  const place = Math.floor(random() * body.length);
  const length = Math.ceil(random() * pick(random, [3, 70, 1_024]));
  const inserted = Array.from({ length }, () => pick(random, [...letters])).join('');
  const end = random() < 0.5 ? body.slice(place + length) : body.slice(place);
  return `${scheme}${body.slice(0, place)}${inserted}${end}`.slice(0, LENGTHS[scheme]);
}

function pick<T>(random: Random, items: readonly T[]): T {
  const [first] = items;
  const item = items[Math.floor(random() * items.length)] ?? first;
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
