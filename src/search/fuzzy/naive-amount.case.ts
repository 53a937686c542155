import { foodWithoutUse, readAmountBy } from '../../amount/amount-reader.ts';
import { ENGLISH } from '../../amount/languages/english.ts';
import { METRIC_ONLY } from '../../amount/languages/metric.ts';
import type { Vocabulary } from '../../amount/languages/vocabulary.ts';
import { foodsInSentence } from '../../amount/split-meal.ts';
import { readAmount, VOCABULARIES } from '../../amount/vocabularies.ts';
import { apart, meaningful, type NaiveAsked, naiveNames } from './naive-foreign.case.ts';
import type { NaiveOptions } from './naive-fuzzy-query.case.ts';
import { plain, wordsIn } from './naive-words.case.ts';

// The naive fuzzy search: the amount of a query.

interface NaiveFoodText {
  readonly food: string;
  readonly note: string;
  readonly kind: string;
  readonly hasAmount: boolean;
}

/** Returns a query without its amount. */
export function naiveFood(asText: string, { language, asked }: NaiveOptions): NaiveFoodText {
  if (language === 'none') return naiveMetric(asText);
  const own = asked ? VOCABULARIES[asked.lang] : ENGLISH;
  const [text] = foodsInSentence(asText, asked ? [own, ENGLISH] : [ENGLISH]);
  const whole = { food: text, note: '', kind: '', hasAmount: false };
  if (asked && beginsName(text, asked)) return whole;
  const { food = '', note = '', unit } = naiveAmount(text, asked) ?? {};
  if (food === '' && unit === undefined) return naiveKind(foodWithoutUse(text, own));
  if (food === '') return { ...whole, hasAmount: true };
  return { food, note, kind: kindIn(note, own), hasAmount: true };
}

function naiveMetric(text: string): NaiveFoodText {
  const read = /["“”„‟«»]/.test(text) ? undefined : readAmountBy(text, METRIC_ONLY);
  if (read?.unit === undefined) return naiveKind(foodWithoutUse(text, METRIC_ONLY));
  const kind = kindIn(read.note, METRIC_ONLY);
  return { food: read.food || text, note: read.note, kind, hasAmount: true };
}

/** Splits a food without an amount from a kind in parentheses at its end: "onion (red)". */
function naiveKind(text: string): NaiveFoodText {
  const [, food = text, kind = ''] = /^([^,\d]*[^,\d\s]) *\(([^()]*)\)$/.exec(text) ?? [];
  return { food, note: '', kind, hasAmount: false };
}

/** Returns the first piece of a note if it is one or two words, but not a cut. */
function kindIn(note: string, { asides, cuts }: Vocabulary): string {
  const [piece = ''] = note.split(',');
  const others = [...asides, ...cuts, 'canned', 'fresh', 'seedless', 'removed'];
  const isOther = piece.split(' ').some((word) => others.includes(word));
  return /^[\p{L}-]+(?: [\p{L}-]+)?$/u.test(piece) && !isOther ? piece : '';
}

function naiveAmount(text: string, asked: NaiveAsked | undefined) {
  if (/["“”„‟«»]/.test(text)) return undefined;
  const own = asked && readAmount(text, asked.lang);
  const english = readAmount(text);
  // The table is in English, and the query may be too.
  return own?.unit === undefined && english?.unit !== undefined ? english : (own ?? english);
}

/** Whether a text is a prefix of a foreign name and does not start with a stop word. */
function beginsName(text: string, asked: NaiveAsked): boolean {
  const words = wordsIn(plain(apart(text)));
  if (VOCABULARIES[asked.lang].stopWords.has(words[0] ?? '')) return false;
  const own = meaningful(words, asked.lang).join('');
  return naiveNames(asked).some((name) => name.words.join('').startsWith(own));
}
