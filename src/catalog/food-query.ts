import { nearestNames } from '../errors/shown-value.ts';
import {
  FOREIGN_LANGUAGES,
  FORMATS,
  type FoodCatalog,
  type FoodQuery,
  type ForeignLanguage,
  type Format,
  isForeignLanguage,
  isMatch,
  MATCHES,
  MAX_FOODS,
} from './food-catalog.ts';
import { readConditions, readOrder } from './selection/read-selection.ts';
import {
  badRequest,
  type Column,
  type Condition,
  faultOfConditions,
  faultOfOrder,
  MAX_OFFSET,
  type QueryFault,
  type Selection,
} from './selection/selection.ts';

// Checks `q`, `match`, `limit`, `lang`, `offset`, `count`, `format` and `fields`: ranges, defaults,
// error texts.

/** A caller's request as given: text from a URL, or values from a program. */
export interface QueryValues {
  /** Absent: all foods. */
  readonly text?: string;
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
export type Offer = Pick<FoodCatalog, 'fields' | 'columns'>;

const NO_FURTHER_FIELDS: readonly string[] = [];

/** Returns the query for these values, or what is wrong with them. */
export function toFoodQuery(values: QueryValues, offer: Offer): FoodQuery | QueryFault {
  const { limit, fields, format } = values;
  const asked = toSearch(values);
  if ('code' in asked) return asked;
  const selection = toSelection(values, offer.columns);
  if (selection !== undefined && 'code' in selection) return selection;
  const chosen = selection === undefined ? asked : { ...asked, selection };
  if (limit === undefined && fields === undefined && format === undefined) return chosen;
  const most = toWhole('limit', limit ?? MAX_FOODS, 1, MAX_FOODS);
  if (typeof most !== 'number') return most;
  const known = toFields(fields, offer.fields);
  if ('code' in known) return known;
  const query = { ...chosen, limit: most, fields: known };
  if (format === undefined || format === 'json') return query;
  return isFormat(format)
    ? { ...query, format }
    : unknownValue('format', format, choices(FORMATS, ' or '));
}

/** Returns the text and mode of a search, or what is wrong with them. */
function toSearch({
  text,
  match = 'substring',
  lang,
}: QueryValues): Pick<FoodQuery, 'text' | 'match' | 'lang'> | QueryFault {
  if (text === '') return { code: 'missingParameter', message: 'Missing required parameter `q`' };
  if (!isMatch(match)) return unknownValue('match', match, choices(MATCHES));
  const language = toLanguage(lang);
  if (language !== undefined && typeof language !== 'string') return language;
  if (language !== undefined && match !== 'fuzzy') {
    return badRequest('Parameter `lang` needs `match=fuzzy`: add it, or leave `lang` out');
  }
  const searched = text === undefined ? { match } : { text, match };
  return language === undefined ? searched : { ...searched, lang: language };
}

/** Returns the requested language, if any, or what is wrong with it. */
export function toLanguage(lang: string | undefined): ForeignLanguage | undefined | QueryFault {
  if (lang === undefined || isForeignLanguage(lang)) return lang;
  const languages = `${choices(FOREIGN_LANGUAGES)}, or leave it out for English`;
  return unknownValue('lang', lang, languages);
}

/** Returns the requested selection, or what is wrong with it; `undefined` if there is none. */
function toSelection(
  { where, sort, offset, count }: QueryValues,
  columns: readonly Column[],
): Selection | QueryFault | undefined {
  if (where === undefined && sort === undefined && offset === undefined && count === undefined) {
    return undefined;
  }
  const passed = toWhole('offset', offset ?? 0, 0, MAX_OFFSET);
  if (typeof passed !== 'number') return passed;
  const isCounted = toCount(count);
  if (typeof isCounted !== 'boolean') return isCounted;
  const conditions = toConditions(where, columns);
  if ('code' in conditions) return conditions;
  const selection = { conditions, offset: passed, isCounted };
  if (sort === undefined) return selection;
  const order = readOrder(sort);
  if ('code' in order) return order;
  return faultOfOrder(order, columns) ?? { ...selection, order };
}

/** Returns conditions that a table with these columns can check, or what is wrong with them. */
function toConditions(
  where: string | readonly Condition[] = [],
  columns: readonly Column[],
): readonly Condition[] | QueryFault {
  const conditions = typeof where === 'string' ? readConditions(where) : where;
  if ('code' in conditions) return conditions;
  return faultOfConditions(conditions, columns) ?? conditions;
}

function toWhole(
  parameter: string,
  given: string | number,
  least: number,
  most: number,
): number | QueryFault {
  const text = String(given);
  const isShort = text.length <= String(most).length;
  const number = isShort && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return unknownValue(parameter, text, `a whole number from ${least} to ${most}`);
}

function toCount(given: string | boolean = false): boolean | QueryFault {
  const text = String(given);
  return text === 'true' || text === 'false'
    ? text === 'true'
    : unknownValue('count', text, '`true` or `false`');
}

function isFormat(text: string): text is Format {
  return FORMATS.some((format) => format === text);
}

/**
 * Returns the additional fields that a caller requests, in that order, each once.
 *
 * @param offered the available fields
 */
export function toFields(
  fields: readonly string[] = NO_FURTHER_FIELDS,
  offered: readonly string[],
): readonly string[] | QueryFault {
  const unknown = fields.find((field) => !offered.includes(field));
  if (unknown !== undefined) {
    const choice =
      offered.length === 0
        ? 'this service offers none'
        : `use ${nearestNames(unknown, offered).join(', ')}`;
    return badRequest(`Unknown field ${JSON.stringify(unknown)} in \`fields\`: ${choice}`);
  }
  const repeated = fields.find((field, i) => fields.indexOf(field) !== i);
  return repeated === undefined
    ? fields
    : badRequest(`Field ${JSON.stringify(repeated)} is in \`fields\` twice: name it once`);
}

/** Returns the error for a value that a parameter does not accept, with the accepted ones. */
export function unknownValue(parameter: string, value: string, choice: string): QueryFault {
  return badRequest(
    `Unknown value ${JSON.stringify(value)} of parameter \`${parameter}\`: use ${choice}`,
  );
}

function choices(names: readonly string[], separator = ', '): string {
  return names.map((name) => `\`${name}\``).join(separator);
}
