import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LAB_ENGLISH } from '../lab/lab-en.ts';
import { LAB_SPANISH, labTexts } from '../lab/lab-es.ts';
import { ENGLISH, type Texts } from './en.ts';
import { SPANISH } from './es.ts';
import { groupName } from './food-groups.ts';
import { chooseLanguage, t } from './language.ts';

// Rules for all strings of the page in both languages, which no view shows at once.

const web = fileURLToPath(new URL('..', import.meta.url));
const data = (file: string) => readFileSync(`${web}/../data/sr28/${file}`, 'latin1');
/** The files that have their own strings in both languages. */
const paths = globSync('**/*.{ts,tsx}', { cwd: web }).filter((path) =>
  /^(?:export )?const SPANISH: typeof ENGLISH/m.test(readFileSync(`${web}/${path}`, 'utf8')),
);

test.each(paths)('%s shows its strings in the page’s language', (path) => {
  const source = readFileSync(`${web}/${path}`, 'utf8');
  expect(source).toContain('export const SPANISH: typeof ENGLISH');
  expect(source).toContain('inLanguage({ en: ENGLISH, es: SPANISH })');
});

interface Pair {
  readonly name: string;
  readonly english: string;
  readonly spanish: string;
}

/** Numbers that no string contains, so that values inserted into strings can be recognized. */
const GIVEN = [37, 59, 83, 97];

/** Returns the strings of two catalogs, with placeholders filled in. */
function pairsOf(name: string, english: unknown, spanish: unknown, given = GIVEN): Pair[] {
  if (typeof english === 'string' && typeof spanish === 'string')
    return [{ name, english, spanish }];
  if (typeof english === 'function' && typeof spanish === 'function') {
    const blanks = given.slice(0, english.length);
    return pairsOf(name, english(...blanks), spanish(...blanks));
  }
  const [own, other] = [Object(english), Object(spanish)];
  return Object.keys(own).flatMap((key) => pairsOf(`${name}.${key}`, own[key], other[key], given));
}

const { amounts: _, unit: __, ...COMMON } = SPANISH;
const OWN = await Promise.all(
  paths.map(async (path) => [path, await import(`${web}/${path}`)] as const),
);
const pairsWith = (given: number[]) => [
  ...pairsOf(
    'page',
    { ...ENGLISH, amounts: undefined, unit: undefined } satisfies Record<keyof Texts, unknown>,
    COMMON,
    given,
  ),
  ...pairsOf('lab', LAB_ENGLISH, LAB_SPANISH, given),
  ...OWN.flatMap(([path, { ENGLISH: english, SPANISH: spanish }]) =>
    pairsOf(path, english, spanish, given),
  ),
];
const PAIRS = pairsWith(GIVEN);
/** The same strings, and all strings with a count of 1. */
const ALL = [...PAIRS, ...pairsWith(GIVEN.map(() => 1))];

/**
 * Returns how a text ends: with a punctuation mark, a letter, a number, a quote or another sign.
 */
const endOf = (text: string) =>
  /[.:?…!]$/.exec(text)?.[0] ?? (/[\p{L}\d”»%)]$/u.test(text) ? 'a word' : text.at(-1));
const givenIn = (text: string) => GIVEN.filter((number) => text.includes(String(number)));
/**
 * Matches letters that Spanish words do not contain: a double consonant other than cc, ll, nn and
 * rr, or a k or w.
 */
const ODD = /([bdfghjkmpqstvwxz])\1|[kw~]/i;

test('each string has the same placeholders, final punctuation and initial case in both languages', () => {
  expect(PAIRS.length).toBeGreaterThan(300);
  const isCapital = (text: string) => /^\p{Lu}/u.test(text.replace(/^[¿¡«“]/, ''));
  const different = ALL.filter(
    ({ english, spanish }) =>
      String(givenIn(english)) !== String(givenIn(spanish)) ||
      endOf(english) !== endOf(spanish) ||
      (isCapital(english) !== isCapital(spanish) && !/^\d/.test(english)),
  );
  expect(different).toEqual([]);
});

test('after 1 there is a singular, after other numbers a plural', () => {
  const both = ({ english, spanish }: Pair) => [english, spanish];
  // The other strings are never used with a count of 1, or their placeholders are not counts.
  const COUNTS = /(foodCount|unreadableItems|foodsFound|opened|leftOut|compareTitle|knownOf)$/;
  const counts = (given: number[]) =>
    pairsWith(given)
      .filter(({ name }) => COUNTS.test(name))
      .flatMap(both);
  const [one, several] = [counts(GIVEN.map(() => 1)), counts(GIVEN)];
  expect(one.filter((text) => /\b1 \p{L}+s\b/u.test(text))).toEqual([]);
  const word = /\b(?:37|59) (?!of|de|more|ya|already)\p{L}*[^s\P{L}](?!\p{L})/u;
  expect(several.filter((text) => word.test(text))).toEqual([]);
});

test('no string is empty, or has leading, trailing or doubled spaces', () => {
  expect(
    ALL.filter((pair) =>
      [pair.english, pair.spanish].some(
        (text) => text.trim() !== text || text === '' || text.includes('  '),
      ),
    ),
  ).toEqual([]);
});

test('a string is the same in both languages only if its words are', () => {
  const same = PAIRS.filter(
    ({ english, spanish }) => english === spanish && /\p{L}/u.test(english),
  );
  expect(new Set(same.map(({ english }) => english))).toEqual(
    new Set(['100 g', 'C', 'P', 'Total', 'cheddar', 'error', 'kcal']),
  );
});

test('words in Spanish are spelled like Spanish, or like the English text', () => {
  const odd = ALL.flatMap(({ name, english, spanish }) => {
    const words = spanish.match(/[\p{L}~]+/gu) ?? [];
    return words
      .filter((word) => ODD.test(word) && !english.includes(word))
      .map((word) => `${name}: ${word}`);
  });
  expect(odd).toEqual([]);
});

describe('names of units and food groups', () => {
  beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
  afterEach(async () => {
    await chooseLanguage(['en-US']);
    vi.unstubAllGlobals();
  });

  test('each of USDA’s groups has a name in both languages', async () => {
    const groups = Array.from(data('FD_GROUP.txt').matchAll(/~\^~(.*)~/g), ([, name = '']) => name);
    expect(groups).toHaveLength(25);
    const english = groups.map(groupName);
    await chooseLanguage(['es']);
    expect(labTexts()).toBe(LAB_SPANISH);
    const spanish = groups.map(groupName);
    const isName = (name: string) => /^\p{Lu}[\p{L} ,&]*\p{L}$/u.test(name);
    expect([...english, ...spanish].filter((name) => !isName(name))).toEqual([]);
    expect(
      groups.filter(
        (name, i) =>
          name === spanish[i] || (name !== english[i] && english[i]?.includes('Product')),
      ),
    ).toEqual([]);
    expect(new Set(spanish).size).toBe(25);
    expect(groupName('Other')).toBe('Other');
  });

  test('units are translated to words', async () => {
    await chooseLanguage(['es']);
    const words = new Set(data('WEIGHT.txt').match(/[a-z]+/g));
    const odd = [...words].filter(
      (word) => !/^[\p{L} ]+$/u.test(t().unit(word)) || t().unit(word).trim() === '',
    );
    expect(odd).toEqual([]);
  });
});
