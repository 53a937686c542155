import { type FoodQuery, isMatch, MATCHES, MAX_FOODS } from '../catalog/food-catalog.ts';
import type { RequestFault } from './errors.ts';
import { toFields } from './fields-parameter.ts';
import type { ROUTES } from './routes.ts';

type ParameterName = (typeof ROUTES.search.parameters)[number];

/** The parameters of a search: each as often as the address has it. `URLSearchParams` are some. */
export interface SearchParameters {
  getAll(name: ParameterName): readonly string[];
}

/**
 * What the parameters ask for, or what is wrong with them. A missing `q` goes before the rest.
 *
 * @param offered the further fields that there are
 */
export function toFoodQuery(
  parameters: SearchParameters,
  offered: readonly string[],
): FoodQuery | RequestFault {
  const [text = '', ...moreTexts] = parameters.getAll('q');
  if (moreTexts.length > 0) return repeated('q', moreTexts);
  if (text === '') return { code: 'missingParameter', message: 'Missing required parameter `q`' };
  const [match = 'substring', ...moreMatches] = parameters.getAll('match');
  if (moreMatches.length > 0) return repeated('match', moreMatches);
  if (!isMatch(match)) {
    const choices = MATCHES.map((name) => `\`${name}\``).join(', ');
    const message = `Unknown value ${JSON.stringify(match)} of parameter \`match\`: use ${choices}`;
    return { code: 'badRequest', message };
  }
  const limits = parameters.getAll('limit');
  const fieldLists = parameters.getAll('fields');
  if (limits.length === 0 && fieldLists.length === 0) return { text, match };
  const limit = toLimit(limits);
  if (typeof limit !== 'number') return limit;
  const fields = toFields(fieldLists, offered);
  return 'code' in fields ? fields : { text, match, limit, fields };
}

function toLimit([text, ...more]: readonly string[]): number | RequestFault {
  if (text === undefined) return MAX_FOODS;
  if (more.length > 0) return repeated('limit', more);
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_FOODS) return limit;
  const message = `Unknown value ${JSON.stringify(text)} of parameter \`limit\`: use a whole number from 1 to ${MAX_FOODS}`;
  return { code: 'badRequest', message };
}

function repeated(name: ParameterName, more: readonly string[]): RequestFault {
  const message = `Parameter \`${name}\` is given ${1 + more.length} times: give it once`;
  return { code: 'badRequest', message };
}
