import { nearestNames } from '../errors/shown-value.ts';
import { RequestError } from '../errors/user-error.ts';
import {
  FOREIGN_LANGUAGES,
  FORMATS,
  type FoodCatalog,
  type FoodQuery,
  type ForeignLanguage,
  isForeignLanguage,
  isMatch,
  MATCHES,
  MAX_FOODS,
} from './food-catalog.ts';
import {
  type Column,
  type Condition,
  checkConditions,
  checkOrder,
  MAX_OFFSET,
  readConditions,
  readOrder,
  type Selection,
} from './selection/selection.ts';

// Checks the parameters of a search except `where` and `sort`, and defines their ranges, defaults
// and error messages.

/** A caller's request as given: text from a URL, or values from a program. */
export interface QueryValues {
  /** Absent: all foods. */
  readonly text?: string | undefined;
  readonly match?: string | undefined;
  readonly lang?: string | undefined;
  readonly limit?: string | number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly where?: string | readonly Condition[] | undefined;
  readonly sort?: string | undefined;
  readonly offset?: string | number | undefined;
  readonly count?: string | boolean | undefined;
  readonly format?: string | undefined;
}

/** The fields and columns of a catalog that a query may name. */
export type CatalogColumns = Pick<FoodCatalog, 'fields' | 'columns'>;

/**
 * Thrown for an empty search text. The API contract (README) requires status 200 for this error.
 */
export class MissingTextError extends RequestError {
  constructor() {
    super('Missing required parameter `q`');
  }
}

/**
 * Returns the query for these values.
 *
 * @throws RequestError if one of them is wrong
 */
export function toFoodQuery(values: QueryValues, catalog: CatalogColumns): FoodQuery {
  const { limit, fields, format } = values;
  const query = { ...toSearch(values), selection: toSelection(values, catalog.columns) };
  if (limit === undefined && fields === undefined && format === undefined) return query;
  const max = toWhole('limit', limit ?? MAX_FOODS, 1, MAX_FOODS);
  const extra = { limit: max, fields: toFields(fields, catalog.fields) };
  const known = FORMATS.find((one) => one === format);
  if (format === known) return { ...query, ...extra, format: known };
  throw unknownValue('format', format ?? '', choices(FORMATS, ' or '));
}

/** Returns the text, mode and language of a search. */
function toSearch({
  text,
  match = 'substring',
  lang,
}: QueryValues): Pick<FoodQuery, 'text' | 'match' | 'lang'> {
  if (text === '') throw new MissingTextError();
  if (!isMatch(match)) throw unknownValue('match', match, choices(MATCHES));
  const language = toLanguage(lang);
  if (language !== undefined && match !== 'fuzzy') {
    throw new RequestError('Parameter `lang` needs `match=fuzzy`: add it, or leave `lang` out');
  }
  return { text, match, lang: language };
}

/** Returns the requested language, if any. */
export function toLanguage(lang: string | undefined): ForeignLanguage | undefined {
  if (lang === undefined || isForeignLanguage(lang)) return lang;
  const languages = `${choices(FOREIGN_LANGUAGES)}, or leave it out for English`;
  throw unknownValue('lang', lang, languages);
}

/** Returns the requested selection; `undefined` if there is none. */
function toSelection(
  { where, sort, offset, count }: QueryValues,
  columns: readonly Column[],
): Selection | undefined {
  if (where === undefined && sort === undefined && offset === undefined && count === undefined) {
    return undefined;
  }
  const passed = toWhole('offset', offset ?? 0, 0, MAX_OFFSET);
  const wantsTotal = toWantsTotal(count);
  const conditions = typeof where === 'string' ? readConditions(where) : (where ?? []);
  checkConditions(conditions, columns);
  const order = sort === undefined ? undefined : readOrder(sort);
  if (order !== undefined) checkOrder(order, columns);
  return { conditions, order, offset: passed, wantsTotal };
}

function toWhole(parameter: string, given: string | number, min: number, max: number): number {
  const text = String(given);
  const isShort = text.length <= String(max).length;
  const number = isShort && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw unknownValue(parameter, text, `a whole number from ${min} to ${max}`);
}

function toWantsTotal(given: string | boolean = false): boolean {
  const text = String(given);
  if (text === 'true' || text === 'false') return text === 'true';
  throw unknownValue('count', text, '`true` or `false`');
}

/**
 * Returns the additional fields that a caller requests, in order.
 *
 * @param offered the available fields
 * @throws RequestError if one is not offered, or is named twice
 */
export function toFields(
  fields: readonly string[] = [],
  offered: readonly string[],
): readonly string[] {
  const unknown = fields.find((field) => !offered.includes(field));
  if (unknown !== undefined) {
    const choice =
      offered.length === 0
        ? 'this service offers none'
        : `use ${nearestNames(unknown, offered).join(', ')}`;
    throw new RequestError(`Unknown field ${JSON.stringify(unknown)} in \`fields\`: ${choice}`);
  }
  const repeated = fields.find((field, i) => fields.indexOf(field) !== i);
  if (repeated === undefined) return fields;
  throw new RequestError(`Field ${JSON.stringify(repeated)} is in \`fields\` twice: list it once`);
}

/**
 * Returns the error for a value that a parameter does not accept; the message lists the accepted
 * values.
 */
export function unknownValue(parameter: string, value: string, choice: string): RequestError {
  return new RequestError(
    `Invalid value ${JSON.stringify(value)} for parameter \`${parameter}\`: use ${choice}`,
  );
}

function choices(names: readonly string[], separator = ', '): string {
  return names.map((name) => `\`${name}\``).join(separator);
}
