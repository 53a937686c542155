import { elementAt } from '../flat-arrays.ts';
import { numberForms, singulars } from './english.ts';
import { naiveNames } from './naive-foreign.case.ts';
import type { NaiveOptions, NaiveQuery } from './naive-fuzzy-query.case.ts';
import { nearest, nearestNames } from './naive-typos.case.ts';
import { bare, markOf, type NaiveTable } from './naive-words.case.ts';
import type { Synonyms } from './synonyms.ts';

// The naive fuzzy search: the paths to match query words.

/** The penalty if there is no match. */
export const NO_MATCH = 1_000;

/** The first query word that is replaced, and the index after the last. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A way to match query words: a list of places, each with the table words that may stand there and
 * their penalties.
 */
export interface NaivePath extends Span {
  readonly penalty: number;
  readonly targets: readonly ReadonlyMap<string, number>[];
  readonly together: boolean;
}

type Meanings = Synonyms['meanings'];

/** Returns all paths to match query words; among equal ones, the first wins. */
export function naivePaths(
  query: NaiveQuery,
  table: NaiveTable,
  { synonyms, asked }: NaiveOptions,
  isHead: (word: string) => boolean,
): NaivePath[] {
  const { words } = query;
  const { meanings } = synonyms;
  const foreign: Meanings = new Map(
    (asked ? naiveNames(asked) : []).map((name) => [name.words.join(''), [name.english]]),
  );
  const forms = words.map((_, from) => prefixForms(from, query, table));
  const own = forms.map((typed, from) => {
    const targets = [withTypos(elementAt(words, from), typed, table)];
    return { from, to: from + 1, penalty: 0, together: false, targets };
  });
  const others = words.flatMap((word, from) => {
    const isWhole = from === words.length - 1 && isHead(word);
    const isEnd = from >= words.length - 4 && !isWhole;
    const least = own[from]?.targets[0]?.size === 0 ? 2 : 4;
    const near = (isEnd && least === 2 ? singulars(word) : []).flatMap((form) =>
      nearestNames(form, [...meanings.keys()]),
    );
    return [
      ...namesAt(from, query, table, meanings),
      ...(isEnd
        ? prefixNames(words.slice(from), { from, to: words.length }, table, meanings, least)
        : []),
      ...near.flatMap((name) => named({ from, to: from + 1 }, meanings.get(name) ?? [], 16, table)),
      ...joinedWith(from, query, table),
      ...splitsOf(word, from, table),
    ];
  });
  return [
    ...own,
    ...translations(query, table),
    ...prefixTranslations(query, table, foreign),
    ...others,
  ];
}

/** Returns the forms of a word and, if it may be incomplete, the words with this prefix. */
function prefixForms(from: number, { words, lastIsOpen }: NaiveQuery, table: NaiveTable) {
  const word = elementAt(words, from);
  const forms = new Map(table.formsOf(word));
  const isOpen = lastIsOpen && from === words.length - 1;
  if (!isOpen) return forms;
  for (const other of table.startingWith(word)) putLeast(forms, other, 6);
  return forms;
}

/**
 * Returns what a food may say that contradicts a word, such as `-salt` for `salt`: the opposites of
 * all its forms, but not of longer words that begin with it.
 */
export function oppositesOf(from: number, query: NaiveQuery, table: NaiveTable) {
  const word = elementAt(query.words, from);
  const isRare = table.isRare(prefixForms(from, query, table).keys());
  const own = table.formsOf(word);
  const forms = isRare ? withTypos(word, own, table) : own;
  return new Set([...forms.keys()].map((form) => (markOf(form) === '' ? `-${form}` : bare(form))));
}

/** Adds the forms of the nearest words if the given forms are rare. */
function withTypos(word: string, typed: ReadonlyMap<string, number>, table: NaiveTable) {
  const all = new Map(typed);
  if (!table.isRare(typed.keys())) return all;
  const forms = table.formsOf(word);
  const stem = bare(word);
  const nearTo = (forms: readonly string[]) =>
    forms.flatMap((form) =>
      nearest(form, table.vocabulary, (other) => table.namesOf(other), table.foodCount),
    );
  const first = nearTo(table.isEnglish ? singulars(stem) : [word]);
  const near =
    first.length > 0 || !table.isEnglish || stem.length < 7 ? first : nearTo([`${stem}s`]);
  const least = Math.min(...near.map(([, typos]) => typos));
  for (const [other, typos] of near.filter(([, count]) => count === least)) {
    for (const [form, penalty] of table.formsOf(markOf(word) + other)) {
      if (!forms.has(form)) putLeast(all, form, penalty + (typos < 4 ? 16 : 20));
    }
  }
  return all;
}

function putLeast(all: Map<string, number>, word: string, penalty: number): void {
  all.set(word, Math.min(penalty, all.get(word) ?? NO_MATCH));
}

/**
 * For each foreign name, returns the other reading as a path: the typed words if the query has the
 * meaning, or the meaning if the query has the typed words.
 */
function translations({ entries, words }: NaiveQuery, table: NaiveTable): NaivePath[] {
  return entries.flatMap((entry) => {
    const from = placeOf(entry.words, words);
    const span = { from, to: from + entry.words.length };
    if (from === -1) return [];
    if (entry.other !== undefined) return named(span, [entry.other], 2, table);
    return entry.words === entry.own ? [] : named(span, [entry.own], 32, table);
  });
}

/** Returns the meanings of foreign names that start with the last query words. */
function prefixTranslations(
  { entries, words, lastIsOpen }: NaiveQuery,
  table: NaiveTable,
  foreign: Meanings,
): NaivePath[] {
  const last = entries.at(-1);
  if (!lastIsOpen || last === undefined || last.words !== last.own) return [];
  return entries.flatMap((_, i) => {
    const some = entries.slice(-i - 1);
    const typed = some.flatMap(({ own }) => own);
    const from = placeOf(elementAt(some, 0).words, words);
    if (typed.length > 4 || from === -1) return [];
    return prefixNames(typed, { from, to: words.length }, table, foreign);
  });
}

function placeOf(some: readonly string[], words: readonly string[]): number {
  return words.findIndex((_, from) => some.every((one, i) => words[from + i] === one));
}

/** Returns the meanings of names that start at a word. */
function namesAt(
  from: number,
  { words }: NaiveQuery,
  table: NaiveTable,
  meanings: Meanings,
): NaivePath[] {
  return words.slice(from).flatMap((_, i) => {
    const to = from + i + 1;
    const name = words.slice(from, to);
    const levels = ['low', 'lower', 'reduced', 'less', 'full', 'high'];
    const isLevel = name.some((word) => levels.includes(word));
    return meaningsOf(name, table, meanings).flatMap((meaning) => {
      const penalty = isLevel && meaning.every((word) => word.startsWith('-')) ? 8 : 2;
      return named({ from, to }, [meaning], penalty, table);
    });
  });
}

/** Returns the meanings of a name in the singular or plural. */
function meaningsOf(words: readonly string[], { isEnglish }: NaiveTable, meanings: Meanings) {
  const start = words.slice(0, -1).join('');
  const forms = isEnglish ? [...numberForms(elementAt(words, words.length - 1))] : [];
  const keys = [words.join(''), ...forms.map((form) => start + form)];
  return keys.map((key) => meanings.get(key)).find((found) => found !== undefined) ?? [];
}

/**
 * Returns the meanings of names that start with the joined words, taking only the first eight names
 * in alphabetical order.
 */
function prefixNames(
  words: readonly string[],
  span: Span,
  table: NaiveTable,
  meanings: Meanings,
  least = 4,
): NaivePath[] {
  const text = words.join('');
  if (text.length < least) return [];
  const names = [...meanings.keys()].filter((key) => key.startsWith(text)).sort();
  const others = names.slice(0, 8).filter((key) => key !== text);
  return others.flatMap((key) => named(span, meanings.get(key) ?? [], 10, table));
}

function named(
  span: Span,
  meanings: readonly (readonly string[])[],
  penalty: number,
  table: NaiveTable,
): NaivePath[] {
  return meanings.map((meaning) => ({
    ...{ ...span, penalty, together: false },
    targets: meaning.map((word) => table.formsOf(word)),
  }));
}

/** Joins a word with the next, which may be incomplete. */
function joinedWith(
  from: number,
  { words, lastIsOpen }: NaiveQuery,
  table: NaiveTable,
): NaivePath[] {
  const to = from + 2;
  if (to > words.length) return [];
  const joined = words.slice(from, to).join('');
  const isPlural = table.isEnglish && numberForms(elementAt(words, from)).has(joined);
  const targets = [table.formsOf(joined)];
  if (isPlural) return [];
  const prefixed = new Map(table.startingWith(joined).map((other) => [other, 6]));
  const isOpen = lastIsOpen && to === words.length;
  return [
    { from, to, penalty: 1, targets, together: true },
    ...(isOpen ? [{ from, to, penalty: 1, targets: [prefixed], together: false }] : []),
  ];
}

/** Splits a word in two wherever the first part is a table word of two letters or more. */
function splitsOf(word: string, from: number, table: NaiveTable): NaivePath[] {
  const letters = [...word];
  if (letters.length > 32) return [];
  return letters
    .map((_, at) => [letters.slice(0, at), letters.slice(at)].map((part) => part.join('')))
    .filter(([left = '']) => left.length > 1 && table.vocabulary.includes(left))
    .map((parts) => ({
      ...{ from, to: from + 1, penalty: 1, together: true },
      targets: parts.map((part) => table.formsOf(part)),
    }));
}
