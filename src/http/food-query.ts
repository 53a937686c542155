import { type FoodQuery, isMatch, MATCHES } from '../catalog/food-catalog.ts';

/** The parameters of a search as the address gives them: each name as often as it stands there. */
export interface FoodParameters {
  readonly q: readonly string[];
  readonly match: readonly string[];
}

/**
 * Reads the part of an address behind the `?` as browsers write it (WHATWG URL,
 * application/x-www-form-urlencoded). Whatever is no valid encoding is taken as text: it never
 * fails.
 */
export function parseFoodParameters(query: string): FoodParameters {
  const parameters = new URLSearchParams(query);
  return { q: parameters.getAll('q'), match: parameters.getAll('match') };
}

/** A search, or what is wrong with the request for one and the status that says so. */
export type FoodRequest =
  | { readonly query: FoodQuery }
  | { readonly status: 200 | 400; readonly error: string };

export function toFoodRequest({ q, match }: FoodParameters): FoodRequest {
  const [text = '', ...moreTexts] = q;
  if (moreTexts.length > 0) return tooMany('q', q);
  // The contract's own: a missing q is told with the status of a success.
  if (text === '') return { status: 200, error: 'Missing required parameter `q`' };
  const [how = 'substring', ...moreMatches] = match;
  if (moreMatches.length > 0) return tooMany('match', match);
  if (!isMatch(how)) {
    const choices = MATCHES.map((name) => `\`${name}\``).join(', ');
    return {
      status: 400,
      error: `Unknown value ${JSON.stringify(how)} of parameter \`match\`: use ${choices}`,
    };
  }
  return { query: { text, match: how } };
}

function tooMany(name: string, values: readonly string[]): FoodRequest {
  return {
    status: 400,
    error: `Parameter \`${name}\` is given ${values.length} times: give it once`,
  };
}
