import { RequestError } from '../../errors/user-error.ts';
import { nextTurn } from '../../meal/meal.ts';
import { findGtin } from '../barcodes.ts';
import type { FoodRow, FoodSource } from '../food-source.ts';
import {
  findPage,
  type InterfaceRoute,
  oneOf,
  type Page,
  type Parameters,
  wholeNumber,
} from '../interface.ts';
import { beforeMember, JsonWriter, writeFoods } from '../json-writer.ts';
import {
  type Conditions,
  conditionsOfTypes,
  FDC_ID,
  foodWriter,
  listIn,
  OWNERS,
  searchedFoodWriter,
} from './food-forms.ts';

// FoodData Central's API v1: searches, details, lists. Its IDs come from the column `fdc_id`. Foods
// without an ID are not listed, since programs use it to link to FoodData Central.

const HAS_ID = { column: FDC_ID, operator: '>', value: '0' } as const;

const FDC_PAGE_SIZE = 50;
/** The same limits as FoodData Central's. */
const [MAX_FDC_PAGE_SIZE, MAX_FDC_IDS] = [200, 20];
const FDC_PAGED = ['pageSize', 'pageNumber', 'dataType', 'brandOwner', 'sortBy', 'sortOrder'];
const FDC_FORMS = ['format', 'nutrients'];

/**
 * Maps FoodData Central's sort keys to our columns. A key without a column keeps the order by rank.
 */
const FDC_ORDERS: ReadonlyMap<string, string | undefined> = new Map([
  ['fdcId', FDC_ID],
  ['lowercaseDescription.keyword', 'description'],
  ['dataType.keyword', undefined],
  ['brandOwner.keyword', undefined],
  ['publishedDate', undefined],
]);

type Answer = InterfaceRoute['answer'];

const answerSearch: Answer = async ({ query }, source) => {
  const text = query.get('query') ?? query.get('generalSearchInput') ?? '';
  const { foods, total, page, pageSize, types } = await pageOf(query, source, text);
  const criteria = { query: text, pageNumber: page, pageSize };
  const head = {
    totalHits: total,
    currentPage: page,
    totalPages: Math.ceil(total / pageSize),
    foodSearchCriteria: types.length === 0 ? criteria : { ...criteria, dataType: types },
  };
  const around = { before: beforeMember(head, 'foods'), after: '}' };
  return { status: 200, body: await writeFoods(foods, searchedFoodWriter(source), around) };
};

const answerList: Answer = async ({ query }, source) => {
  const { foods } = await pageOf(query, source, '');
  return { status: 200, body: await writeFoods(foods, foodWriter(source, query, 'abridged')) };
};

/** Returns a page of foods that have an ID and are of the requested types and brand owner. */
async function pageOf(query: Parameters, source: FoodSource, text: string) {
  const page = wholeNumber(query, 'pageNumber', 1);
  const pageSize = wholeNumber(query, 'pageSize', FDC_PAGE_SIZE);
  if (pageSize > MAX_FDC_PAGE_SIZE)
    throw new RequestError(`\`pageSize\` is ${pageSize}: ask for at most ${MAX_FDC_PAGE_SIZE}`);
  const types = listIn(query, 'dataType');
  const order = orderOf(query);
  const conditions = await conditionsOf(types, query.get('brandOwner'), source);
  const found =
    conditions === undefined
      ? { foods: [], total: 0 }
      : ((await findBarcode(text, source, conditions)) ??
        (await findPage(source, { text, page, pageSize, conditions, order })));
  return { ...found, page, pageSize, types };
}

function orderOf(query: Parameters): Page['order'] {
  const by = oneOf(query, 'sortBy', [...FDC_ORDERS.keys()]);
  const isDescending = oneOf(query, 'sortOrder', ['asc', 'desc']) === 'desc';
  const column = FDC_ORDERS.get(by ?? '');
  return column === undefined ? undefined : { column, isDescending };
}

/** Returns the conditions for these types and brand owner; `undefined` if no food can match. */
async function conditionsOf(
  types: readonly string[],
  owner: string | null,
  source: FoodSource,
): Promise<Conditions | undefined> {
  const { fields } = source;
  const ofTypes = await conditionsOfTypes(types, source);
  if (!fields.includes(FDC_ID) || ofTypes === undefined) return undefined;
  if (!owner) return [HAS_ID, ...ofTypes];
  const column = OWNERS.find((name) => fields.includes(name));
  return column === undefined
    ? undefined
    : [HAS_ID, ...ofTypes, { column, operator: '=', value: owner }];
}

/** Treats a string of 8 to 14 digits as a barcode if a food has this barcode. */
async function findBarcode(text: string, source: FoodSource, conditions: Conditions) {
  const code = text.trim();
  const food = /^\d{8,14}$/.test(code) ? await findGtin(code, source, conditions) : undefined;
  return food && { foods: [food], total: 1 };
}

const answerFood: Answer = async ({ params, query }, source) => {
  const row = await findById(params.id ?? '', source);
  if (row === undefined) return { status: 404, body: { error: `There is no food ${params.id}` } };
  const to = new JsonWriter();
  foodWriter(source, query)(row, to);
  return { status: 200, body: to.finish() };
};

const answerFoods: Answer = async ({ query }, source) => {
  const ids = listIn(query, 'fdcIds');
  if (ids.length === 0 || ids.length > MAX_FDC_IDS)
    throw new RequestError(`Give 1 to ${MAX_FDC_IDS} foods in \`fdcIds\``);
  source.countMore(ids.length - 1);
  const foods: FoodRow[] = [];
  for (const id of ids) {
    const row = await findById(id, source);
    if (row !== undefined) foods.push(row);
    // Yields to the event loop.
    await nextTurn();
  }
  return { status: 200, body: await writeFoods(foods, foodWriter(source, query)) };
};

async function findById(text: string, source: FoodSource): Promise<FoodRow | undefined> {
  if (!/^\d{1,9}$/.test(text) || !source.fields.includes(FDC_ID)) return undefined;
  const id = String(Number(text));
  if (source.key === FDC_ID) return source.food(id);
  const condition = { column: FDC_ID, operator: '=', value: id } as const;
  return (await findPage(source, { page: 1, pageSize: 1, conditions: [condition] })).foods[0];
}

export const FDC: readonly InterfaceRoute[] = [
  {
    ...{ path: '/fdc/v1/foods/search', takesBody: true, parameters: ['query', ...FDC_PAGED] },
    ...{ summary: 'Search foods by text, or by barcode', answer: answerSearch },
  },
  {
    ...{ path: '/fdc/v1/foods/list', takesBody: true, parameters: [...FDC_PAGED, 'nutrients'] },
    ...{ summary: 'Pages of foods, abridged', answer: answerList },
  },
  {
    ...{ path: '/fdc/v1/foods', takesBody: true, parameters: ['fdcIds', ...FDC_FORMS] },
    ...{ summary: 'Up to 20 foods by their IDs', answer: answerFoods },
  },
  {
    ...{ path: '/fdc/v1/food/:id', parameters: FDC_FORMS },
    ...{ summary: 'A food by its ID', answer: answerFood },
  },
  // Early clients of FoodData Central use these two paths.
  {
    path: '/fdc/v1/search',
    takesBody: true,
    parameters: ['generalSearchInput', ...FDC_PAGED],
    answer: answerSearch,
  },
  { path: '/fdc/v1/:id', parameters: FDC_FORMS, answer: answerFood },
];
