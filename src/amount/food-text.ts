import { FOOD_NOTES } from './languages/english.ts';
import { OPPOSITES } from './languages/english-opposites.ts';
import type { Vocabulary } from './languages/vocabulary.ts';
import { MeasureReader } from './measure-reader.ts';
import { type Token, tokensOf } from './tokens.ts';
import { isMeasured } from './units.ts';

// Splits the text after an amount into the food and notes about it.

/** A line without its amount, split into food and note. */
export interface FoodText {
  /** The food: "chicken breast" for "chicken breast (large), sliced". */
  readonly food: string;
  /** How the food is prepared, cut, bought or used: "large, sliced". */
  readonly note: string;
}

/** Splits text into food and note. */
export class FoodReader extends MeasureReader {
  protected readonly text: string;

  constructor(text: string, vocabulary: Vocabulary, tokens: readonly Token[] = tokensOf(text)) {
    super(tokens, vocabulary);
    this.text = text;
  }

  /**
   * Splits the tokens from `start` into food and note. Once the food is named, it ends at a comma, at
   * a word such as "for", at another measure, or at `end`. It continues after text in parentheses.
   */
  protected splitNote(start: number, end: number): FoodText {
    const food: Token[] = [];
    const note: Token[] = [];
    let depth = 0;
    let noteEnd = start;
    let isNamed = false;
    for (const [i, token] of this.tokens.slice(start, end).entries()) {
      const { word } = token;
      const index = start + i;
      depth = Math.max(0, depth + depthOf(word));
      if (depth === 0 && index >= noteEnd) noteEnd = this.#noteEnd(index, isNamed);
      const isNote = index < noteEnd || depth > 0 || this.#isCutAt(index);
      isNamed ||= !isNote && this.#isName(word);
      if (!/^[(),;:]$/.test(word)) (isNote ? note : food).push(token);
      else if (word === ',' && noteEnd === Infinity && note.length > 0) note.push(token);
    }
    note.push(...this.tokens.slice(end).filter(({ word }) => !/^[();:]$/.test(word)));
    const noted = textOfTokens(this.text, note);
    const foodNotes = noted.match(FOOD_NOTES) ?? [];
    return {
      food: [...foodNotes, textOfTokens(this.text, food)].join(' ').trim(),
      note: noted.replace(FOOD_NOTES, '').replace(OPEN_COMMAS, ''),
    };
  }

  /** Returns the text of the tokens from `start` to before `end`. */
  protected textOf(start: number, end: number): string {
    return textOfTokens(this.text, this.tokens.slice(start, end));
  }

  /**
   * Returns the end of the note that starts at an index; the index itself if none does. Before the
   * food is named, only a measure is a note ("boneless 2-pound roast"). Afterward, a note extends
   * to the end of the text (`Infinity`).
   */
  #noteEnd(index: number, isNamed: boolean): number {
    const measure = /^\d/.test(this.word(index)) ? this.at(index) : undefined;
    const isMeasure = measure?.unit !== undefined && isMeasured(measure.unit);
    if (!isNamed) return isMeasure ? measure.end : index;
    return isMeasure || this.#endsFood(index) ? Infinity : index;
  }

  /** Whether a word names a food rather than describing it: "strawberries", not "red" or "or". */
  #isName(word: string): boolean {
    const { and, to } = this.vocabulary;
    if ([...and, ...to].includes(word)) return false;
    return /\p{L}/u.test(word) && !isDescribing(word, this.vocabulary);
  }

  /** Whether a word says how a food is cut, or how finely: "finely chopped", "fresh-squeezed". */
  #isCutAt(index: number): boolean {
    const { and, cuts, fillers, to } = this.vocabulary;
    const word = this.word(index);
    if (cuts.includes(word)) return !this.startsName(index);
    const isJoined = this.tokens[index]?.end === this.tokens[index + 1]?.start;
    const isCompound = isJoined && (word === '-' || this.word(index + 1) === '-');
    const leadsOn = /..ly$/.test(word) || isCompound || [...and, ...fillers, ...to].includes(word);
    return leadsOn && this.#isCutAt(index + 1);
  }

  #endsFood(index: number): boolean {
    const word = this.word(index);
    const { and, articles, asides, to, with: joins } = this.vocabulary;
    if (/^[,;:+]$/.test(word) || this.#isCutAt(index)) return true;
    const [before, token, after] = this.tokens.slice(index - 1, index + 2);
    const isApart = token?.start !== before?.end && token?.end !== after?.start;
    if (!isApart) return false;
    // "1 onion or 2 shallots", "2 eggs and a roll", "salt or to taste", not "lamb or beef"
    const next = this.word(index + 1);
    const isNumber = /^\d/.test(next) && this.word(index + 2) !== '%';
    if (and.includes(word) && articles.includes(next)) return true;
    if ([...and, ...to].includes(word)) return asides.includes(next) || isNumber;
    if (joins.includes(word)) return isNumber || this.at(index + 1)?.unit !== undefined;
    return word === '-' || word === '/' || asides.includes(word);
  }
}

/** Matches the commas left over after words are removed: the one in "large, ". */
const OPEN_COMMAS = /^[ ,]+|,[ ,]*(?=,|$)/g;

/** Returns how a token changes the nesting depth of parentheses. */
export function depthOf(word: string): number {
  if (word === '(') return 1;
  return word === ')' ? -1 : 0;
}

/** Whether a word describes a food rather than naming it: "red", "boneless", "smoked". */
function isDescribing(word: string, { describing }: Vocabulary): boolean {
  const parts = word.toLowerCase().split('-');
  return parts.every((part) => describing.includes(part) || /(?:less|..ed|^)$/.test(part));
}

/**
 * Returns the possible meanings of "X or Y", most likely first: "lamb stock", "beef stock" and
 * "lamb" for "lamb or beef stock".
 */
export function alternativesIn(text: string, vocabulary: Vocabulary): readonly string[] {
  const or = ` ${vocabulary.to.at(-1) ?? '/'} `;
  const [one = '', ...more] = text.replace(SLASHES, or).split(or);
  const other = more.at(-1);
  if (other === undefined || text.includes('"')) return [];
  const [ones, others] = [one.split(' '), other.split(' ')];
  // "rice without salt or butter"
  if (OPPOSITES.negators.some((word) => ones.includes(word))) return [];
  const describes = (words: readonly string[]) =>
    words.every((word) => isDescribing(word, vocabulary));
  const both = [one, ...others.slice(1)].join(' ');
  if (describes(ones)) return [both, other];
  // In "Weizen- oder Reismehl" (wheat or rice flour), "Weizen-" alone does not name a food.
  if (one.endsWith('-')) return [other, one];
  const isWhole = others.length === 1 || OPPOSITES.whole.has(ones.at(-1) ?? '');
  if (isWhole || !vocabulary.isHeadLast) return [one, other];
  // "prawn or seafood stock", "hot beef or chicken stock", but "water or tomato juice"
  const isVague = (words: readonly string[]) => OPPOSITES.vague.has(words.at(-1) ?? '');
  const isOf = describes(ones.slice(0, -1)) && isVague(others) && !isVague(ones);
  const stock = [...ones.slice(-1), ...others.slice(1)].join(' ');
  return isOf ? [...new Set([both, stock, other, one])] : [both, one, other];
}

/** Matches the slash of "beef/pork", but not of "w/o". */
const SLASHES = /(?<=\p{L}{3})\/(?=\p{L}{3})/gu;

/** A quotation mark that is not an inch sign, as in `2"`. */
export const QUOTE_SIGN = /(?<!\d)["“”„‟«»]/;

/**
 * Returns the foods joined by commas, "and" or "with": "pancakes" and "syrup" for "pancakes with
 * syrup". A text with quotes is not split.
 */
export function foodsIn(text: string, { and, with: joins }: Vocabulary): readonly string[] {
  if (QUOTE_SIGN.test(text)) return [text];
  const isJoint = (word: string, next = '') =>
    [...and, ...joins].includes(word.toLowerCase()) && !OPPOSITES.joined.has(`with${next}`);
  const marked = text.split(' ').map((word, i, all) => (isJoint(word, all[i + 1]) ? ',' : word));
  return marked
    .join(' ')
    .split(/[ ,]*,[ ,]*/)
    .filter(Boolean);
}

/**
 * Returns the text of some tokens, with the original characters between neighbors. Where tokens are
 * left out, there is a space.
 */
export function textOfTokens(text: string, tokens: readonly Token[]): string {
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
