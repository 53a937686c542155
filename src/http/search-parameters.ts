import { type FoodQuery, type FoodsQuery, MAX_FOODS } from '../catalog/food-catalog.ts';
import { type CatalogColumns, toFields, toFoodQuery, unknownValue } from '../catalog/food-query.ts';
import { readList } from '../catalog/selection/selection.ts';
import { SHOWN_LENGTH } from '../errors/shown-value.ts';
import { RequestError } from '../errors/user-error.ts';
import { ROUTES } from './routes.ts';

// Reads the parameters of searches, and rejects repeated parameters. catalog/food-query.ts checks
// most values.

type ParameterName = (typeof ROUTES)['search' | 'foods' | 'groups' | 'meal']['parameters'][number];

/** The parameters of a URL, each with all its values; `URLSearchParams` fits. */
export interface Parameters {
  readonly size: number;
  getAll(name: ParameterName): readonly string[];
}

/** Reads a request's query, or throws a RequestError that says what is wrong with it. */
export type ReadQuery = (parameters: Parameters, catalog: CatalogColumns) => FoodQuery;

/** The maximum length of `ids`: more than the keys of a hundred foods take. */
const MAX_IDS_LENGTH = 16_384;

/** Reads the query of a search. A missing `q` is reported before anything else. */
export function readSearch(parameters: Parameters, catalog: CatalogColumns): FoodQuery {
  const [text = ''] = parameters.getAll('q');
  // A shortcut, since nearly all searches have no other parameter.
  if (parameters.size === 1 && text !== '') return toFoodQuery({ text }, catalog);
  refuseRepeated(parameters, text === '' ? ['q'] : ROUTES.search.parameters);
  const [match, lang] = [valueIn(parameters, 'match'), valueIn(parameters, 'lang')];
  return toFoodQuery({ text, match, lang, ...valuesIn(parameters) }, catalog);
}

/** Reads a query without search text, for all foods that match the conditions. */
export function readFoods(parameters: Parameters, catalog: CatalogColumns): FoodQuery {
  refuseRepeated(parameters, ROUTES.foods.parameters);
  const values = valuesIn(parameters);
  return toFoodQuery({ ...values, offset: values.offset ?? 0 }, catalog);
}

/** Reads a query for foods by key; `undefined` if there are no `ids`. */
export function readIds(
  parameters: Parameters,
  catalog: CatalogColumns & { readonly key: string | undefined },
): (FoodsQuery & { readonly wantsTotal: boolean }) | undefined {
  const [ids] = parameters.getAll('ids');
  if (ids === undefined) return undefined;
  refuseRepeated(parameters, ROUTES.foods.parameters);
  const other = (['where', 'sort', 'offset'] as const).find(
    (name) => valueIn(parameters, name) !== undefined,
  );
  if (other !== undefined) {
    throw new RequestError(`Parameter \`${other}\` cannot be used with \`ids\`: leave one out`);
  }
  if (catalog.key === undefined) {
    const reason = 'the table has no column of unique keys';
    throw new RequestError(`Parameter \`ids\` cannot be used: ${reason}`);
  }
  const keys = ids.length > MAX_IDS_LENGTH ? undefined : readList(ids, MAX_FOODS);
  if (keys === undefined || keys.includes('')) {
    const shown = ids.length > SHOWN_LENGTH ? `${ids.slice(0, SHOWN_LENGTH)}…` : ids;
    throw unknownValue('ids', shown, `1 to ${MAX_FOODS} keys, separated by commas`);
  }
  const { limit, fields, format, count = 'false' } = valuesIn(parameters);
  const query = toFoodQuery({ limit, fields, format, count }, catalog);
  return { ...query, keys, wantsTotal: query.selection?.wantsTotal === true };
}

/** Reads which column's values to count, and for which foods. */
export function readGroups(parameters: Parameters, catalog: CatalogColumns): FoodQuery {
  refuseRepeated(parameters, ROUTES.groups.parameters);
  const column = valueIn(parameters, 'column') ?? '';
  const grouped = catalog.columns.filter(({ hasGroups }) => hasGroups).map(({ name }) => name);
  if (grouped.length === 0) {
    throw new RequestError(
      'Foods cannot be grouped: the table has no column with few different values',
    );
  }
  if (!grouped.includes(column)) throw unknownValue('column', column, grouped.join(', '));
  const text = valueIn(parameters, 'q');
  const [match, lang] = [valueIn(parameters, 'match'), valueIn(parameters, 'lang')];
  const asked = { match, lang, where: valueIn(parameters, 'where'), offset: 0 };
  return { ...toFoodQuery(text ? { text, ...asked } : asked, catalog), groupsOf: column };
}

/** Reads the additional fields that are requested. */
export function readFields(parameters: Parameters, offered: readonly string[]): readonly string[] {
  refuseRepeated(parameters, ['fields']);
  return toFields(fieldsIn(parameters), offered);
}

/** Returns the values of the parameters that all requests for several foods share. */
function valuesIn(parameters: Parameters) {
  return {
    limit: valueIn(parameters, 'limit'),
    fields: fieldsIn(parameters),
    where: valueIn(parameters, 'where'),
    sort: valueIn(parameters, 'sort'),
    offset: valueIn(parameters, 'offset'),
    count: valueIn(parameters, 'count'),
    format: valueIn(parameters, 'format'),
  };
}

/** Returns the first value of a parameter. */
export function valueIn(parameters: Parameters, name: ParameterName): string | undefined {
  return parameters.getAll(name)[0];
}

/** Returns the additional fields that are requested, if any. */
export function fieldsIn(parameters: Parameters): string[] | undefined {
  return valueIn(parameters, 'fields')?.split(',');
}

/** @throws RequestError for the first parameter that is given more than once */
export function refuseRepeated(parameters: Parameters, names: readonly ParameterName[]): void {
  for (const name of names) {
    const { length } = parameters.getAll(name);
    if (length > 1)
      throw new RequestError(`Parameter \`${name}\` is given ${length} times: give it once`);
  }
}
