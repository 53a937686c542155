import { ENGLISH } from '../../amount/languages/english.ts';
import { elementAt } from '../flat-arrays.ts';
import { HEADS, type NaiveToken } from './naive-foods.case.ts';
import { type NaiveTable, plain, wordsIn } from './naive-words.case.ts';

// How the naive fuzzy search uses a note to choose among foods.

interface NaiveNamed {
  readonly tokens: readonly NaiveToken[];
}

/**
 * Whether a food may be the requested `kind` of `food`: its head has a word of `food`, or `kind` is
 * given and none of its words is beside another word in the head.
 */
export function mayBeKind(
  one: NaiveNamed | undefined,
  food: string,
  kind: string,
  table: NaiveTable,
): boolean {
  const head = (one?.tokens ?? []).filter(({ part }) => HEADS.includes(part));
  const formsIn = (text: string) => wordsIn(plain(text)).map((word) => table.formsOf(word));
  const has = (text: string, within: readonly NaiveToken[]) =>
    within.some(({ word }) => formsIn(text).some((forms) => forms.has(word)));
  const beside = head.filter(({ isAlone }) => !isAlone);
  return has(food, head) || (kind !== '' && !has(kind, beside));
}

/** Whether a food has the words as a whole segment other than the head. */
export function hasSegment(
  food: NaiveNamed | undefined,
  words: readonly string[],
  table: NaiveTable,
): boolean {
  const segments = Map.groupBy(food?.tokens ?? [], ({ segment }) => segment);
  return [...segments.values()].some(
    (tokens) =>
      tokens.length === words.length &&
      tokens.every(({ word, part }, i) => {
        const forms = table.formsOf(elementAt(words, i));
        const isCut = words.every((one) => ENGLISH.cuts.includes(one));
        return (isCut ? part === 1 : !HEADS.includes(part)) && forms.has(word);
      }),
  );
}
