import { remember } from '../../cache/bounded-map.ts';
import { numberForms, participleForms } from './english.ts';

// The naive fuzzy search: the forms of a word.

export function isSmall(word: string): boolean {
  const small = ['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from'];
  return [...small, 'some', 'my'].includes(word);
}

/** Returns the words that are not stop words, or all words if there are no others. */
export function naiveKept(typed: readonly string[]): readonly string[] {
  const kept = typed.filter((word) => !isSmall(word));
  return kept.length > 0 ? kept : typed;
}

/** Returns the forms of a word that the table has, with their penalties. */
export function naiveForms(
  word: string,
  vocabulary: readonly string[],
  isEnglish = true,
): Map<string, number> {
  const forms = new Map<string, number>();
  const add = (some: Iterable<string>, penalty: number) => {
    for (const form of some) if (vocabulary.includes(bare(form))) forms.set(form, penalty);
  };
  if (!isEnglish) add([word, `-${word}`], 0);
  else {
    const lacked = lackedIn(word);
    add([...participleForms(lacked)].flatMap(negationsOf), 3);
    add([...numberForms(lacked)].flatMap(negationsOf), 0);
    add(opposedTo(word), 0);
    if (!word.startsWith('-')) add(participleForms(word), 3);
    if (!word.startsWith('-')) add(numberForms(word), 0);
    add([word], 0);
  }
  return forms;
}

/** Returns negated words that mean the same as a word: "not reduced" means full fat. */
function opposedTo(word: string): string[] {
  if (word === 'withsugar') return ['-unsweetened'];
  const low = ['low', 'lowfat', 'lower', 'less', 'reduced', 'nonfat', 'free', 'skim', 'light'];
  return word === 'fullfat' ? [...low, 'lite'].map((one) => `-${one}`) : [];
}

export function bare(word: string): string {
  return word.replace(/^-/, '');
}

export function markOf(word: string): string {
  return word.startsWith('-') ? '-' : '';
}

function negationsOf(word: string): string[] {
  return [`-${word}`, `un${word}`, `non${word}`, `${word}less`, `${word}free`];
}

/**
 * Returns what a food lacks according to a word: `salted` for "unsalted". For other words, returns
 * '\0', which no word contains.
 */
function lackedIn(word: string): string {
  const prefix = ['-', 'un', 'non'].find((one) => word.startsWith(one));
  if (prefix !== undefined) return word.slice(prefix.length);
  return /(?:less|free)$/.test(word) ? word.slice(0, -4) : '\0';
}

export function wordsIn(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function plain(text: string): string {
  const letters: Record<string, string> = {
    ...{ ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' },
    ...{ ı: 'i', ĸ: 'k', ŋ: 'n', ƒ: 'f', ə: 'e', ς: 'σ' },
  };
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/(^|[^\p{L}\p{N}])([dl])['’](?=\p{L})/gu, '$1$2 ')
    .replace(/['`´‘’‛ʹʻʼʽˈ′＇]/gu, '')
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter);
}

/** The words of a table. */
export class NaiveTable {
  readonly isEnglish: boolean;
  readonly vocabulary: readonly string[];
  /** How many foods have each word; a word and its negation count separately. */
  readonly #counts: ReadonlyMap<string, number>;
  /** How many foods each word names. */
  readonly #names: ReadonlyMap<string, number>;
  readonly foodCount: number;
  readonly #forms = new Map<string, ReadonlyMap<string, number>>();

  constructor(
    counts: ReadonlyMap<string, number>,
    names: ReadonlyMap<string, number>,
    foodCount: number,
    isEnglish: boolean,
  ) {
    this.isEnglish = isEnglish;
    this.#names = names;
    this.foodCount = foodCount;
    this.vocabulary = [...new Set([...counts.keys()].map(bare))];
    this.#counts = counts;
  }

  /** Returns the forms of a word that the table has, with their penalties. */
  formsOf(word: string): ReadonlyMap<string, number> {
    return remember(this.#forms, word, () => naiveForms(word, this.vocabulary, this.isEnglish));
  }

  /** Returns how many foods a word names, in any form. */
  namesOf(word: string): number {
    const forms = new Set([...this.formsOf(word).keys()].map(bare));
    return [...forms].reduce((sum, form) => sum + (this.#names.get(form) ?? 0), 0);
  }

  /** Returns the words with this prefix; if the prefix is negated, negated words. */
  startingWith(word: string): string[] {
    const marks = this.isEnglish ? [markOf(word)] : ['', '-'];
    const words = this.vocabulary.filter((other) => other.startsWith(bare(word)));
    return words.flatMap((other) => marks.map((mark) => mark + other));
  }

  /** Whether at most two foods have any of these words; a food with two of them counts twice. */
  isRare(words: Iterable<string>): boolean {
    const all = [...new Set([...words].map(bare))].flatMap((word) => [word, `-${word}`]);
    return all.reduce((sum, word) => sum + (this.#counts.get(word) ?? 0), 0) <= 2;
  }
}
