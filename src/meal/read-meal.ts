import { MAX_MEAL_TEXT, splitMeal } from '../amount/meal.ts';
import { VOCABULARIES } from '../amount/read-amount.ts';
import { isForeignLanguage } from '../catalog/food-catalog.ts';
import { toFields, toLanguage, unknownValue } from '../catalog/food-query.ts';
import { badRequest, type QueryFault } from '../catalog/selection/selection.ts';
import type { MealQuestion } from './meal.ts';

/** The maximum number of lines in a meal. */
export const MAX_MEAL_LINES = 50;
/** The maximum size of all lines together, in bytes of UTF-8. */
const MAX_MEAL_BYTES = 8_192;
export const MAX_SERVINGS = 999;

/** A meal as requested: lines, or a text to split into lines. */
export interface MealValues {
  readonly lines?: readonly string[] | undefined;
  /** A pasted recipe, or a sentence: "I had two eggs and toast". */
  readonly text?: string | undefined;
  readonly lang?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly servings?: string | number | undefined;
}

/**
 * Returns the requested lines, or what is wrong with the values.
 *
 * @param offered the fields of the catalog
 */
export function toMealQuestion(
  { lines = [], text, lang, fields, servings }: MealValues,
  offered: readonly string[],
): MealQuestion | QueryFault {
  const language = toLanguage(lang);
  if (language !== undefined && typeof language !== 'string') return language;
  const known = toFields(fields, offered);
  if ('code' in known) return known;
  const people = toServings(servings);
  if (typeof people === 'object') return people;
  if (lines.length > 0 && text !== undefined)
    return badRequest('Parameters `line` and `text` are both given: use one of them');
  const read = text === undefined ? lines.map((line) => line.trim()) : linesOf(text, lang);
  if ('code' in read) return read;
  const asked = read.filter((line) => line !== '');
  return faultOfLines(asked) ?? { lines: asked, lang: language, fields: known, servings: people };
}

function toServings(given: string | number | undefined): number | undefined | QueryFault {
  if (given === undefined) return undefined;
  const text = String(given);
  const servings = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return servings > 0
    ? servings
    : unknownValue('servings', text, `a whole number from 1 to ${MAX_SERVINGS}`);
}

function linesOf(text: string, lang: string | undefined): readonly string[] | QueryFault {
  if (Buffer.byteLength(text) > MAX_MEAL_BYTES) return tooLong();
  const language = lang !== undefined && isForeignLanguage(lang) ? lang : 'en';
  const pieces = text.split('\n');
  if (pieces.some((piece) => piece.length > MAX_MEAL_TEXT))
    return badRequest(`A sentence has more than ${MAX_MEAL_TEXT} characters: give one food a line`);
  return pieces.flatMap((piece) => splitMeal(piece, VOCABULARIES[language]).lines);
}

function faultOfLines(lines: readonly string[]): QueryFault | undefined {
  if (lines.length === 0) return badRequest('Missing required parameter `line` or `text`');
  if (lines.length > MAX_MEAL_LINES) {
    return badRequest(`The meal has ${lines.length} lines: ask for ${MAX_MEAL_LINES} at a time`);
  }
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  return bytes > MAX_MEAL_BYTES ? tooLong() : undefined;
}

function tooLong(): QueryFault {
  return badRequest(`The meal has more than ${MAX_MEAL_BYTES} bytes: ask for a part of it`);
}
