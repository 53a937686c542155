import type { FieldValue } from '../client/food.ts';
import { readMeasures } from '../meal/measures.ts';
import {
  type FoodRow,
  type FoodSource,
  findPage,
  type InterfaceAnswer,
  type InterfaceRoute,
  MAX_PAGE_SIZE,
  MAX_PAGES,
  numberOf,
  pageNumber,
  textOf,
} from './interface.ts';

// FoodData Central's API v1: searches, details, lists. Its ids are those of the column `fdc_id`; a food
// without one is not listed, since programs link to FoodData Central by it.

const FDC_ID = 'fdc_id';
const HAS_ID = { column: FDC_ID, operator: '>', value: '0' } as const;

const DEFAULT_TYPE = 'SR Legacy';
const FDC_PAGE_SIZE = 50;
/** As FoodData Central allows. */
const MAX_FDC_IDS = 20;

type Request = Parameters<InterfaceRoute['answer']>[0];

export const FDC: readonly InterfaceRoute[] = [
  { path: '/fdc/v1/foods/search', answer: answerSearch },
  { path: '/fdc/v1/foods/list', answer: answerList },
  { path: '/fdc/v1/foods', answer: answerFoods },
  { path: '/fdc/v1/food/:id', answer: answerFood },
];

async function answerSearch({ query }: Request, source: FoodSource): Promise<InterfaceAnswer> {
  const text = query.get('query') ?? '';
  const { foods, total, page, pageSize } = await pageOf(query, source, text || undefined);
  const body = {
    totalHits: total,
    currentPage: page,
    totalPages: Math.ceil(total / pageSize),
    foodSearchCriteria: { query: text, pageNumber: page, pageSize },
    foods: foods.map((row) => searchedFood(row, source)),
  };
  return { status: 200, body };
}

async function answerList({ query }: Request, source: FoodSource): Promise<InterfaceAnswer> {
  const { foods } = await pageOf(query, source, undefined);
  return { status: 200, body: foods.map((row) => foodOf(row, source, 'abridged')) };
}

/** A page of foods that have an id, unless only types are asked for that no food has. */
async function pageOf(query: Request['query'], source: FoodSource, text: string | undefined) {
  const page = pageNumber(query.get('pageNumber'), MAX_PAGES, 1);
  const pageSize = pageNumber(query.get('pageSize'), MAX_PAGE_SIZE, FDC_PAGE_SIZE);
  const types = listIn(query, 'dataType');
  const isNone = !source.fields.includes(FDC_ID) || (types.length > 0 && !types.some(isServed));
  const none = { foods: [], total: 0 };
  const found = isNone ? none : await findPage(source, text, { page, pageSize, condition: HAS_ID });
  return { ...found, page, pageSize };
}

function isServed(type: string): boolean {
  return type.trim() !== 'Branded';
}

async function answerFood(
  { params, query }: Request,
  source: FoodSource,
): Promise<InterfaceAnswer> {
  const row = await findById(params.id ?? '', source);
  if (row === undefined) return { status: 404, body: { error: `There is no food ${params.id}` } };
  return { status: 200, body: foodOf(row, source, query.get('format') ?? 'full', query) };
}

async function answerFoods({ query }: Request, source: FoodSource): Promise<InterfaceAnswer> {
  const ids = listIn(query, 'fdcIds').slice(0, MAX_FDC_IDS + 1);
  if (ids.length === 0 || ids.length > MAX_FDC_IDS) {
    return { status: 400, body: { error: `Name 1 to ${MAX_FDC_IDS} foods in \`fdcIds\`` } };
  }
  const rows = await Promise.all(ids.map((id) => findById(id.trim(), source)));
  const format = query.get('format') ?? 'full';
  const foods = rows.flatMap((row) => (row ? [foodOf(row, source, format, query)] : []));
  return { status: 200, body: foods };
}

async function findById(id: string, source: FoodSource): Promise<FoodRow | undefined> {
  if (!/^\d{1,9}$/.test(id) || !source.fields.includes(FDC_ID)) return undefined;
  const condition = { column: FDC_ID, operator: '=', value: String(Number(id)) } as const;
  const { foods } = await findPage(source, undefined, { page: 1, pageSize: 1, condition });
  return foods[0];
}

/** The values of a parameter, given repeatedly or separated by commas. */
function listIn(query: Request['query'], name: string): string[] {
  const given = query.getAll(name).slice(0, MAX_FDC_IDS + 1);
  return given.flatMap((text) => text.split(',', MAX_FDC_IDS + 1)).filter((text) => text !== '');
}

/** What all forms of a food begin with. */
function headOf(row: FoodRow) {
  return {
    fdcId: numberOf(row[FDC_ID]),
    description: textOf(row, 'description'),
    dataType: textOf(row, 'source') ?? DEFAULT_TYPE,
  };
}

interface Amount {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** As details write it; searches write it in upper case. */
  readonly unitName: string;
  readonly amount: number;
}

/** The nutrients of a food under FoodData Central's ids, numbers and names; unknown ones are left out. */
function amountsOf(row: FoodRow, { nutrients }: FoodSource): Amount[] {
  return nutrients.flatMap(({ column, unit = '', fdcIds, fdcNumbers, fdcName }) => {
    const [id, number, amount] = [fdcIds[0], fdcNumbers[0], numberOf(row[column])];
    if (id === undefined || number === undefined || fdcName === undefined || amount === undefined)
      return [];
    const unitName = unit.replace('µg', 'ug');
    return { id: Number(id.name), number: number.name, name: fdcName, unitName, amount };
  });
}

function searchedFood(row: FoodRow, source: FoodSource) {
  return {
    ...headOf(row),
    ndbNumber: ndbNumberOf(row),
    foodCategory: textOf(row, 'food_group'),
    brandOwner: textOf(row, 'brand_owner', 'manufacturer') ?? null,
    gtinUpc: textOf(row, 'gtin') ?? null,
    foodMeasures: readMeasures(row).map(({ count, name, grams }) => ({
      disseminationText: `${count} ${name}`,
      gramWeight: grams,
    })),
    foodNutrients: amountsOf(row, source).map(({ id, number, name, unitName, amount }) => ({
      nutrientId: id,
      nutrientNumber: number,
      nutrientName: name,
      unitName: unitName.toUpperCase(),
      value: amount,
    })),
  };
}

function foodOf(row: FoodRow, source: FoodSource, format: string, query?: Request['query']) {
  const wanted = query === undefined ? [] : listIn(query, 'nutrients');
  const amounts = amountsOf(row, source).filter(
    ({ number }) => wanted.length === 0 || wanted.includes(number),
  );
  const ndbNumber = ndbNumberOf(row);
  if (format === 'abridged') {
    const foodNutrients = amounts.map(({ number, name, unitName, amount }) => ({
      ...{ number, name, amount },
      unitName: unitName.toUpperCase(),
    }));
    return { ...headOf(row), ndbNumber, foodNutrients };
  }
  return {
    ...headOf(row),
    ndbNumber: numberOf(ndbNumber),
    foodCategory: { description: textOf(row, 'food_group') },
    foodNutrients: amounts.map(({ amount, ...nutrient }) => ({
      type: 'FoodNutrient',
      nutrient,
      amount,
    })),
    foodPortions: readMeasures(row).map(({ count, name, grams }, i) => ({
      sequenceNumber: i + 1,
      amount: count,
      gramWeight: grams,
      modifier: name,
      portionDescription: null,
      measureUnit: { id: 9999, name: 'undetermined', abbreviation: 'undetermined' },
    })),
  };
}

/** Without leading zeros, as FoodData Central writes it. */
function ndbNumberOf({ ndb_no }: Readonly<Record<string, FieldValue | undefined>>) {
  return typeof ndb_no === 'string' ? ndb_no.replace(/^0+/, '') : undefined;
}
