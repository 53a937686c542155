import type { FoodQuery } from '../catalog/food-catalog.ts';
import { toFields, toFoodQuery } from '../catalog/food-query.ts';
import type { RequestFault } from './errors.ts';
import type { ROUTES } from './routes.ts';

type ParameterName = (typeof ROUTES.search.parameters)[number];

/** The parameters of an address: each as often as it is given. `URLSearchParams` are some. */
export interface Parameters {
  getAll(name: ParameterName): readonly string[];
}

/**
 * What the parameters ask for, or what is wrong with them. A missing `q` goes before the rest.
 *
 * @param offered the further fields that there are
 */
export function readSearch(
  parameters: Parameters,
  offered: readonly string[],
): FoodQuery | RequestFault {
  const [text = ''] = parameters.getAll('q');
  const repeated =
    text === '' ? repeatedOf(parameters, ['q']) : repeatedOf(parameters, SEARCH_PARAMETERS);
  if (repeated !== undefined) return repeated;
  const [match] = parameters.getAll('match');
  const [lang] = parameters.getAll('lang');
  const [limit] = parameters.getAll('limit');
  return toFoodQuery({ text, match, lang, limit, fields: fieldsIn(parameters) }, offered);
}

/**
 * The further fields that the parameters ask for, or what is wrong with them.
 *
 * @param offered the fields that there are
 */
export function readFields(
  parameters: Parameters,
  offered: readonly string[],
): readonly string[] | RequestFault {
  return repeatedOf(parameters, ['fields']) ?? toFields(fieldsIn(parameters), offered);
}

const SEARCH_PARAMETERS: readonly ParameterName[] = ['q', 'match', 'lang', 'limit', 'fields'];

function fieldsIn(parameters: Parameters): string[] | undefined {
  return parameters.getAll('fields')[0]?.split(',');
}

/** The fault of the first parameter that is given more than once. */
function repeatedOf(
  parameters: Parameters,
  names: readonly ParameterName[],
): RequestFault | undefined {
  for (const name of names) {
    const { length } = parameters.getAll(name);
    if (length < 2) continue;
    const message = `Parameter \`${name}\` is given ${length} times: give it once`;
    return { code: 'badRequest', message };
  }
  return undefined;
}
