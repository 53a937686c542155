import { MAX_MEAL_TEXT, splitMeal } from '../amount/split-meal.ts';
import { VOCABULARIES } from '../amount/vocabularies.ts';
import type { ForeignLanguage } from '../catalog/food-catalog.ts';
import { type CatalogColumns, toFields, toLanguage, unknownValue } from '../catalog/food-query.ts';
import { RequestError } from '../errors/user-error.ts';
import type { MealQuery } from './meal.ts';

// Checks the parameters of a meal, and limits its lines and length.

/** The maximum number of lines in a meal. */
export const MAX_MEAL_LINES = 50;
/** The maximum size of all lines together, in bytes of UTF-8. */
const MAX_MEAL_BYTES = 8_192;
export const MAX_SERVINGS = 999;

/** A meal as requested: lines, or text to split into lines. */
export interface MealValues {
  readonly lines?: readonly string[] | undefined;
  /** A pasted recipe, or a sentence: "I had two eggs and toast". */
  readonly text?: string | undefined;
  readonly lang?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly servings?: string | number | undefined;
}

/**
 * Returns the requested meal.
 *
 * @throws RequestError if a value is wrong, or a field holds text, which cannot be added up
 */
export function toMealQuery(
  { lines = [], text, lang, fields, servings }: MealValues,
  catalog: CatalogColumns,
): MealQuery {
  const language = toLanguage(lang);
  const known = toFields(fields, catalog.fields);
  const texts = catalog.columns.find(
    ({ name, holdsNumbers }) => !holdsNumbers && known.includes(name),
  );
  if (texts !== undefined)
    throw new RequestError(
      `Field ${JSON.stringify(texts.name)} has text, which a meal cannot add up: use nutrients`,
    );
  const people = toServings(servings);
  if (lines.length > 0 && text !== undefined)
    throw new RequestError('Parameters `line` and `text` are both given: use one of them');
  const read = text === undefined ? lines.map((line) => line.trim()) : linesOf(text, language);
  const asked = read.filter((line) => line !== '');
  checkLines(asked);
  return { lines: asked, lang: language, fields: known, servings: people };
}

function toServings(given: string | number | undefined): number | undefined {
  if (given === undefined) return undefined;
  const text = String(given);
  const servings = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (servings > 0) return servings;
  throw unknownValue('servings', text, `a whole number from 1 to ${MAX_SERVINGS}`);
}

function linesOf(text: string, lang: ForeignLanguage | 'en' = 'en'): readonly string[] {
  if (Buffer.byteLength(text) > MAX_MEAL_BYTES) throw tooLong();
  const pieces = text.split('\n');
  if (pieces.some((piece) => piece.length > MAX_MEAL_TEXT))
    throw new RequestError(
      `A line has more than ${MAX_MEAL_TEXT} characters: put each food on its own line`,
    );
  return pieces.flatMap((piece) => splitMeal(piece, VOCABULARIES[lang]).lines);
}

function checkLines(lines: readonly string[]): void {
  if (lines.length === 0) {
    throw new RequestError('Missing required parameter `line` or `text`, such as `2 eggs`');
  }
  if (lines.length > MAX_MEAL_LINES) {
    throw new RequestError(
      `The meal has ${lines.length} lines: ask for ${MAX_MEAL_LINES} at a time`,
    );
  }
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  if (bytes > MAX_MEAL_BYTES) throw tooLong();
}

function tooLong(): RequestError {
  return new RequestError(`The meal has more than ${MAX_MEAL_BYTES} bytes: send it in parts`);
}
