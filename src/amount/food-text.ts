import type { Vocabulary } from './languages/vocabulary.ts';
import { type Token, wordOf } from './tokens.ts';

// Splits the text after an amount into the food and notes about it.

/** The text of a line besides its amount. */
export interface FoodText {
  /** The food: "chicken breast" for "chicken breast (large), skinless". */
  readonly food: string;
  /** How the food is prepared, cut, bought or used: "large skinless". */
  readonly note: string;
}

/**
 * Splits a range of tokens into food and note: the food ends at a comma, at a word such as "for",
 * or at another measure. It continues after text in parentheses.
 *
 * @param isMeasure whether a measure starts at a place
 */
export function partFood(
  text: string,
  tokens: readonly Token[],
  { start, end }: { readonly start: number; readonly end: number },
  vocabulary: Vocabulary,
  isMeasure: (place: number) => boolean,
): FoodText {
  const food: Token[] = [];
  const note: Token[] = [];
  let depth = 0;
  let hasEnded = false;
  tokens.slice(start, end).forEach((token, i) => {
    const { word } = token;
    const place = start + i;
    depth = Math.max(0, depth + depthOf(word));
    const isCut = isCutAt(tokens, place, vocabulary);
    if (depth === 0 && food.length > 0) {
      hasEnded ||= isMeasure(place) || endsFood(tokens, place, food, vocabulary);
    }
    if (!isSign(word)) (hasEnded || isCut || depth > 0 ? note : food).push(token);
    else if (word === ',' && hasEnded && note.length > 0) note.push(token);
  });
  return { food: written(text, food), note: written(text, note) };
}

/** Returns how a token changes the nesting depth of parentheses. */
export function depthOf(word: string): number {
  if (word === '(') return 1;
  return word === ')' ? -1 : 0;
}

function isSign(word: string): boolean {
  return /^[(),;:]$/.test(word);
}

/** Whether a word says how a food is cut, or how finely: "finely chopped", "fresh-squeezed". */
function isCutAt(tokens: readonly Token[], place: number, vocabulary: Vocabulary): boolean {
  const word = wordOf(tokens, place);
  if (vocabulary.cuts.includes(word)) return true;
  const isJoined = tokens[place]?.end === tokens[place + 1]?.start;
  const isCompound = isJoined && (word === '-' || wordOf(tokens, place + 1) === '-');
  const isList = [...vocabulary.and, ...vocabulary.to].includes(word);
  const leadsOn = /..ly$/.test(word) || isList || isCompound;
  return leadsOn && isCutAt(tokens, place + 1, vocabulary);
}

function endsFood(
  tokens: readonly Token[],
  place: number,
  food: readonly Token[],
  vocabulary: Vocabulary,
): boolean {
  const word = wordOf(tokens, place);
  // "red, ripe strawberries", "drained, chopped capers"
  if (word === ',' || isCutAt(tokens, place, vocabulary))
    return !food.every((token) => isDescribing(token.word, vocabulary));
  const { asides, to } = vocabulary;
  if (/^[;:+]$/.test(word)) return true;
  const [before, token, after] = [tokens[place - 1], tokens[place], tokens[place + 1]];
  const isApart = token?.start !== before?.end && token?.end !== after?.start;
  if (!isApart) return false;
  // "1 onion or 2 shallots", "salt or to taste"
  const next = after?.word ?? '';
  if (to.includes(word) && !asides.includes(next) && !/^[\d¼-⅞]/.test(next)) return false;
  return word === '-' || word === '/' || asides.includes(word);
}

/** Whether a word describes a food rather than naming it: "red", "boneless", "smoked". */
function isDescribing(word: string, { describing }: Vocabulary): boolean {
  return describing.includes(word) || /(?:less|..ed|-)$/.test(word);
}

/**
 * Returns the possible meanings of "X or Y", likeliest first: "beef stock" for "lamb or beef
 * stock".
 */
export function alternativesIn(text: string, vocabulary: Vocabulary): readonly string[] {
  const [one = '', ...more] = text.split(/ or /i);
  const other = more.at(-1);
  if (other === undefined || text.includes('"')) return [];
  const [ones, others] = [one.split(' '), other.split(' ')];
  const describes = (words: readonly string[]) =>
    words.every((word) =>
      word.split('-').every((part) => isDescribing(part.toLowerCase(), vocabulary)),
    );
  if (describes(others)) return [];
  const both = [one, ...others.slice(1)].join(' ');
  if (describes(ones)) return [both, other];
  if (others.length === 1) return [one, other];
  return ones.length === 1 ? [other, one] : [both, one, other];
}

/** Returns the text of some tokens, with the original gaps between tokens that were adjacent. */
export function written(text: string, tokens: readonly Token[]): string {
  let all = '';
  let end = 0;
  for (const token of tokens) {
    const gap = token.word === ',' ? '' : text.slice(end, token.start);
    all += all === '' ? '' : /^[^\p{L}\d()[\],;:]*$/u.test(gap) ? gap : ' ';
    all += text.slice(token.start, token.end);
    end = token.end;
  }
  return all;
}
