import { numberForms, participleForms, singulars } from './english.ts';
import type { Language } from './language.ts';
import {
  apart,
  meaningOf,
  type NaiveAsked,
  type NaiveTyped,
  naiveNames,
  naiveTranslation,
} from './naive-foreign.case.ts';
import { naiveTyped } from './naive-negation.case.ts';
import { nearest } from './naive-slips.case.ts';
import type { Synonyms } from './synonyms.ts';

export const NOT_MET = 1_000;

/** What stands for words of the query: words of the table with their points, each in a token. */
export interface NaiveWay {
  readonly from: number;
  readonly to: number;
  readonly points: number;
  readonly targets: readonly ReadonlyMap<string, number>[];
  readonly together: boolean;
}

/** What a table's words are made of, and the language of a query. */
export interface NaiveOptions {
  readonly language: Language;
  readonly synonyms: Synonyms;
  readonly asked?: NaiveAsked;
}

export function naiveQuery(
  text: string,
  table: ReadonlyMap<string, number>,
  { language, synonyms, asked, isHead }: NaiveOptions & { isHead: (word: string) => boolean },
) {
  const pieces = naivePieces(asked ? apart(text) : text);
  const { endsOpen } = pieces;
  const entries = asked && naiveTranslation(pieces.typed, asked, isHead);
  const all = entries?.flatMap((entry) => entry.words) ?? pieces.typed.map(({ word }) => word);
  const typed = language === 'english' ? naiveTyped(all) : all;
  const kept = language === 'english' ? naiveKept(typed) : typed;
  const words = [...new Set(kept)].slice(0, 16);
  const isLast = (word = '') => bare(word) === all.at(-1);
  const vocabulary = [...new Set([...table.keys()].map(bare))];
  const isEnglish = language === 'english';

  const formsOf = (word: string) => naiveForms(word, vocabulary, isEnglish);
  const countOf = (forms: ReadonlyMap<string, number>) =>
    [...new Set([...forms.keys()].map(bare))]
      .flatMap((form) => [table.get(form) ?? 0, table.get(`-${form}`) ?? 0])
      .reduce((sum, count) => sum + count, 0);
  const put = (all: Map<string, number>, word: string, points: number) => {
    all.set(word, Math.min(points, all.get(word) ?? NOT_MET));
  };
  /** Of each word, the foods that have it or, where that counts, begin with it. */
  const known: number[] = [];
  const ways: NaiveWay[] = words.map((word, from) => {
    const forms = formsOf(word);
    const all = new Map(forms);
    const isOpen = endsOpen && from === words.length - 1 && isLast(word);
    if (isOpen || forms.size === 0) {
      for (const other of vocabulary) {
        if (!other.startsWith(bare(word))) continue;
        const marks = isEnglish ? [markOf(word)] : ['', '-'];
        for (const one of marks.map((mark) => mark + other)) {
          const isOther = words.some((word2) => word2 !== word && formsOf(word2).has(one));
          put(all, one, (isOpen ? 6 : 12) + (isOther ? 16 : 0));
        }
      }
    }
    known.push(countOf(all));
    if (countOf(all) <= 2) {
      const near = (isEnglish ? singulars(bare(word)) : [word]).flatMap((form) =>
        nearest(form, vocabulary),
      );
      const least = Math.min(...near.map(([, slips]) => slips));
      for (const [other, slips] of near.filter(([, count]) => count === least)) {
        for (const [form, points] of formsOf(markOf(word) + other)) {
          if (!forms.has(form)) put(all, form, points + (slips === 1 ? 16 : 20));
        }
      }
    }
    return { from, to: from + 1, points: 0, targets: [all], together: false };
  });
  const name = (
    from: number,
    to: number,
    meanings: readonly (readonly string[])[],
    points: number,
  ) => {
    for (const meaning of meanings) {
      ways.push({ from, to, points, targets: meaning.map(formsOf), together: false });
    }
  };
  const meaningsOf = (some: readonly string[]) => {
    const found = synonyms.meanings.get(some.join(''));
    if (found !== undefined || !isEnglish) return found ?? [];
    const start = some.slice(0, -1).join('');
    const forms = [...numberForms(some.at(-1) ?? '')].map((form) => start + form);
    return synonyms.meanings.get(forms.find((form) => synonyms.meanings.has(form)) ?? '') ?? [];
  };
  const foreign = asked ? naiveNames(asked) : [];
  const placeOf = (some: readonly string[]) =>
    words.findIndex((_, from) => some.every((one, i) => words[from + i] === one));
  for (const entry of entries ?? []) {
    const from = placeOf(entry.words);
    const to = from + entry.words.length;
    if (from === -1) continue;
    if (entry.other !== undefined) name(from, to, [entry.other], 2);
    else if (entry.words !== entry.own) name(from, to, [entry.own], 32);
  }
  const lastOpen = endsOpen && isLast(words.at(-1));
  const last = entries?.at(-1);
  for (let i = 1; lastOpen && last && last.words === last.own && i <= (entries?.length ?? 0); i++) {
    const some = entries?.slice(-i) ?? [];
    const typedWords = some.flatMap(({ own }) => own);
    const begins = typedWords.join('');
    const from = placeOf(some[0]?.words ?? []);
    if (typedWords.length > 4 || from === -1 || begins.length < 4) continue;
    const keys = [...new Set(foreign.map((one) => one.words.join('')))].sort();
    const begun = keys.filter((key) => key.startsWith(begins)).slice(0, 8);
    for (const key of begun.filter((other) => other !== begins)) {
      const found = foreign.findLast((one) => one.words.join('') === key);
      name(from, words.length, found ? [found.english] : [], 8);
    }
  }
  words.forEach((word, from) => {
    for (let to = from + 1; to <= words.length; to++) {
      name(from, to, meaningsOf(words.slice(from, to)), 2);
    }
    const others = [...synonyms.meanings.keys()].filter((key) => !vocabulary.includes(key));
    if (!synonyms.meanings.has(word) && (known[from] ?? 0) <= 2) {
      for (const [key, slips] of nearest(word, others, false).sort()) {
        name(from, from + 1, synonyms.meanings.get(key) ?? [], slips === 1 ? 18 : 22);
      }
    }
    const foreignKeys = [...new Set(foreign.map((one) => one.words.join('')))];
    const foreignOthers = foreignKeys.filter((key) => !vocabulary.includes(key));
    if (!foreignKeys.includes(word) && (known[from] ?? 0) <= 2) {
      for (const [key, slips] of nearest(word, foreignOthers, false).sort()) {
        const found = foreign.findLast((one) => one.words.join('') === key);
        name(from, from + 1, found ? [found.english] : [], slips === 1 ? 18 : 22);
      }
    }
    const text = words.slice(from).join('');
    const isOpen = endsOpen && isLast(words.at(-1)) && from >= words.length - 4;
    if (isOpen && text.length >= 4) {
      const begun = [...synonyms.meanings.keys()].filter((key) => key.startsWith(text)).sort();
      for (const key of begun.slice(0, 8).filter((other) => other !== text)) {
        name(from, words.length, synonyms.meanings.get(key) ?? [], 8);
      }
    }
    const next = words[from + 1];
    if (next !== undefined) {
      const to = from + 2;
      ways.push({ from, to, points: 1, targets: [formsOf(word + next)], together: true });
      if (isOpen && to === words.length) {
        const marks = isEnglish ? [markOf(word)] : ['', '-'];
        const begun = vocabulary.filter((other) => other.startsWith(bare(word + next)));
        const targets = [new Map(begun.flatMap((one) => marks.map((mark) => [mark + one, 0])))];
        ways.push({ from, to, points: 7, targets, together: false });
      }
    }
    const letters = [...word];
    for (let at = 1; at < letters.length && letters.length <= 32; at++) {
      const [left, right] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
      if (!vocabulary.includes(left)) continue;
      const targets = [formsOf(left), formsOf(right)];
      ways.push({ from, to: from + 1, points: 1, targets, together: true });
    }
  });
  const excluded = pieces.excluded.flatMap((word) => {
    const english = asked && meaningOf([word], foreign, asked.lang);
    return english?.length === 1 ? [word, ...english] : [word];
  });
  const unwanted = excluded.flatMap((word) => [...formsOf(word).keys()]);
  return { words, options: ways, unwanted, phrases: pieces.phrases };
}

/** The words without the small ones, unless there are no others. */
export function naiveKept(typed: readonly string[]): readonly string[] {
  const skipped = ['a', 'an', 'and', 'the', 'of', 'with', 'in', 'on', 'or', 'for', 'to', 'from'];
  const kept = typed.filter((word) => ![...skipped, 'some', 'my'].includes(word));
  return kept.length > 0 ? kept : typed;
}

/** The forms of a word that a table has, with their points. */
export function naiveForms(
  word: string,
  vocabulary: readonly string[],
  isEnglish = true,
): Map<string, number> {
  const forms = new Map<string, number>();
  const add = (some: Iterable<string>, points: number) => {
    for (const form of some) if (vocabulary.includes(bare(form))) forms.set(form, points);
  };
  if (!isEnglish) add([word, `-${word}`], 0);
  else {
    const lacked = lackedIn(word);
    add([...participleForms(lacked)].flatMap(negationsOf), 3);
    add([...numberForms(lacked)].flatMap(negationsOf), 0);
    if (!word.startsWith('-')) add(participleForms(word), 3);
    if (!word.startsWith('-')) add(numberForms(word), 0);
    add([word], 0);
  }
  return forms;
}

/** What a query asks for, besides words: those in quotes, and those after a hyphen. */
function naivePieces(text: string) {
  const typed: NaiveTyped[] = [];
  const excluded: string[] = [];
  const phrases: string[][] = [];
  let endsOpen = false;
  for (const piece of plain(text).match(/"[^"]*"|(?<=^|[\s"])-[\p{L}\p{N}]+|[\p{L}\p{N}]+/gu) ??
    []) {
    const words = wordsIn(piece);
    const isQuoted = piece.startsWith('"');
    endsOpen = piece === words[0];
    if (piece.startsWith('-')) excluded.push(...words);
    else typed.push(...words.map((word) => ({ word, isQuoted })));
    if (isQuoted && words.length > 1) phrases.push(words);
  }
  if (typed.length > 0) return { typed, excluded, phrases, endsOpen };
  return {
    typed: excluded.map((word) => ({ word, isQuoted: false })),
    excluded: [],
    phrases,
    endsOpen,
  };
}

export function bare(word: string): string {
  return word.replace(/^-/, '');
}

function markOf(word: string): string {
  return word.startsWith('-') ? '-' : '';
}

function negationsOf(word: string): string[] {
  return [`-${word}`, `un${word}`, `non${word}`, `${word}less`, `${word}free`];
}

/** What a word says that a food lacks: `salted` for "unsalted". A word that says no such thing: none. */
function lackedIn(word: string): string {
  const prefix = ['-', 'un', 'non'].find((one) => word.startsWith(one));
  if (prefix !== undefined) return word.slice(prefix.length);
  return /(?:less|free)$/.test(word) ? word.slice(0, -4) : '\0';
}

export function wordsIn(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function plain(text: string): string {
  const letters: Record<string, string> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd' };
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’]/gu, '')
    .replace(/[øłßæœđ]/g, (letter) => letters[letter] ?? letter);
}
