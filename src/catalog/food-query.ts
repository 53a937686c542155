import {
  FOREIGN_LANGUAGES,
  type FoodQuery,
  isForeignLanguage,
  isMatch,
  MATCHES,
  MAX_FOODS,
} from './food-catalog.ts';
import { badRequest, type QueryFault } from './query-fault.ts';

/** What a caller asks for, as it was given: text of an address, or values of a program. */
export interface QueryValues {
  readonly text: string;
  readonly match?: string | undefined;
  readonly lang?: string | undefined;
  readonly limit?: string | number | undefined;
  readonly fields?: readonly string[] | undefined;
}

const NONE: readonly string[] = [];

/**
 * The query that these values ask for, or what is wrong with them.
 *
 * @param offered the further fields that there are
 */
export function toFoodQuery(
  { text, match = 'substring', lang, limit, fields }: QueryValues,
  offered: readonly string[],
): FoodQuery | QueryFault {
  if (text === '') return { code: 'missingParameter', message: 'Missing required parameter `q`' };
  if (!isMatch(match)) return badRequest(unknownValue('match', match, MATCHES));
  if (lang !== undefined && !isForeignLanguage(lang)) {
    const choices = unknownValue('lang', lang, FOREIGN_LANGUAGES);
    return badRequest(`${choices}, or leave it out for English`);
  }
  const asked = lang === undefined ? { text, match } : { text, match, lang };
  if (limit === undefined && fields === undefined) return asked;
  const most = toLimit(limit);
  if (typeof most !== 'number') return most;
  const known = toFields(fields, offered);
  return 'code' in known ? known : { ...asked, limit: most, fields: known };
}

function unknownValue(name: string, value: string, known: readonly string[]): string {
  const choices = known.map((choice) => `\`${choice}\``).join(', ');
  return `Unknown value ${JSON.stringify(value)} of parameter \`${name}\`: use ${choices}`;
}

function toLimit(given: string | number = MAX_FOODS): number | QueryFault {
  const text = String(given);
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_FOODS) return limit;
  return badRequest(
    `Unknown value ${JSON.stringify(text)} of parameter \`limit\`: use a whole number from 1 to ${MAX_FOODS}`,
  );
}

/**
 * The further fields that a caller asks for, in that order, each once.
 *
 * @param offered the fields that there are
 */
export function toFields(
  fields: readonly string[] = NONE,
  offered: readonly string[],
): readonly string[] | QueryFault {
  const unknown = fields.find((field) => !offered.includes(field));
  if (unknown !== undefined) {
    const choice = offered.length === 0 ? 'this service offers none' : `use ${offered.join(', ')}`;
    return badRequest(`Unknown field ${JSON.stringify(unknown)} in \`fields\`: ${choice}`);
  }
  const repeated = fields.find((field, i) => fields.indexOf(field) !== i);
  return repeated === undefined
    ? fields
    : badRequest(`Field ${JSON.stringify(repeated)} is in \`fields\` twice: name it once`);
}
