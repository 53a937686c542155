import { type FoodQuery, isMatch, MATCHES } from '../catalog/food-catalog.ts';
import type { RequestFault } from './errors.ts';
import type { ROUTES } from './routes.ts';

type ParameterName = (typeof ROUTES.search.parameters)[number];

/** The parameters of a search: each as often as the address has it. `URLSearchParams` are some. */
export interface SearchParameters {
  getAll(name: ParameterName): readonly string[];
}

/** What the parameters ask for, or what is wrong with them. A missing `q` goes before the rest. */
export function toFoodQuery(parameters: SearchParameters): FoodQuery | RequestFault {
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
  return { text, match };
}

function repeated(name: ParameterName, more: readonly string[]): RequestFault {
  const message = `Parameter \`${name}\` is given ${1 + more.length} times: give it once`;
  return { code: 'badRequest', message };
}
