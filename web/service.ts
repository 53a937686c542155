import {
  createFoodClient,
  type FoodGroup,
  type FoodListOptions,
  type Reading,
  type WhereCondition,
} from '../src/client/index.ts';
import type { MatchMode, Question } from './address.ts';
import { type Food, type FoodRow, toFood, USED_COLUMNS } from './food.ts';
import { inLanguage } from './languages/language.ts';
import { toNumber } from './measure.ts';
import { SLOW_MS } from './search/search-timing.ts';
import { ownColumn, readSorting } from './search/sorting.ts';

// Which requests the page sends: searches with columns and language, foods by id, groups, what the
// service offers.

/** A column that a service offers beyond the five of every answer, as `GET /api/fields` has it. */
export interface Column {
  readonly name: string;
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal` or `%`; `null` where there is none. */
  readonly unit: string | null;
  /** The tagname of INFOODS, which nutrients have. */
  readonly infoods: string | null;
  /** The daily value of the US label in `unit` (21 CFR 101.9(c)); `null` where there is none. */
  readonly daily_value: number | null;
  /** Whether `GET /api/food/{id}` finds a food by it. */
  readonly key: boolean;
}

/** Optional features of a service; one with a plain table has none of them. */
export interface Offer {
  readonly columns: readonly Column[];
  /** The column by which `GET /api/food/{id}` finds a food. */
  readonly key: string | undefined;
}

/** What a search found, and what its words were taken for. */
export interface Found {
  readonly foods: readonly Food[];
  readonly readings: readonly Reading[];
  /** The values of the column that the foods are sorted by, per 100 g, where rows do not show it anyway. */
  readonly extra: ReadonlyMap<Food, number | null>;
  /** How many foods there are in all; `undefined` where the service does not say. */
  readonly total: number | undefined;
}

/** The service as the page uses it. */
export interface FoodService {
  /** @param offset - how many foods to pass over: those that are there already */
  search(question: Question, signal: AbortSignal, offset?: number): Promise<Found>;
  /**
   * The food groups of all foods that a search finds, those with the most foods first; without a text,
   * those of the table. None where the service knows no groups. @throws as `best`
   */
  groups(question: Question, signal?: AbortSignal): Promise<readonly FoodGroup[]>;
  /** The food that a search finds first. @throws what the client throws */
  best(query: string): Promise<Food | undefined>;
  /** One food with all that is offered, asked once; `undefined` if there is none. @throws as `best` */
  food(id: string): Promise<FoodRow | undefined>;
  /** The address of one food, with all that is offered. */
  foodUrl(id: string, offer: Offer): string;
}

export const NO_OFFER: Offer = { columns: [], key: undefined };

/** @param onOffer Called once, when the service says what it offers. */
export function createFoodService(
  apiUrl: string,
  onOffer: (offer: Offer) => void = () => undefined,
): FoodService {
  const client = createFoodClient({ baseUrl: apiUrl });
  const askOffer = offerAsker(apiUrl, onOffer);
  void askOffer();
  const known = new Map<string, Promise<FoodRow | undefined>>();
  const lookUp = async (id: string): Promise<FoodRow | undefined> => {
    const food = await client.food(id, { fields: namesOf(await askOffer()) });
    return food && { ...food };
  };
  return {
    async search(question, signal, offset = 0) {
      const { query, match, sort } = question;
      const offer = await askOffer();
      const options = { signal, ...selectionOf(question, offer, offset) };
      const { foods, interpretation, total } = await (query === ''
        ? client.list(options)
        : client.answer(query, { match, lang: langFor(match), ...options }));
      const column = extraColumn(sort, offer);
      const found = foods.map((row) => ({ row: { ...row }, food: toFood(row, offer.key) }));
      return {
        foods: found.map(({ food }) => food),
        readings: interpretation?.readings ?? [],
        extra: new Map(
          column && found.map(({ row, food }) => [food, toNumber(Reflect.get(row, column.name))]),
        ),
        total,
      };
    },
    async groups({ query, match }, signal) {
      if (!namesOf(await askOffer()).includes(GROUP_COLUMN)) return [];
      const search = query === '' ? {} : { query, match, lang: langFor(match) };
      return client.groups(GROUP_COLUMN, { signal, ...search });
    },
    async best(query) {
      const offer = await askOffer();
      const [food] = await client.search(query, {
        match: 'fuzzy',
        lang: langFor('fuzzy'),
        fields: searchFields(offer),
        limit: 1,
      });
      // What is in the list may be anything: a null is a fault to report, and not a missing food.
      return food === undefined ? undefined : toFood(food, offer.key);
    },
    food(id) {
      const row = known.get(id) ?? lookUp(id);
      known.set(id, row);
      // What failed is asked again the next time.
      row.catch(() => known.delete(id));
      return row;
    },
    foodUrl(id, { columns }) {
      const url = `${apiUrl}/api/food/${encodeURIComponent(id)}`;
      return columns.length === 0 ? url : `${url}?fields=${namesOf({ columns }).join(',')}`;
    },
  };
}

/** A function that asks what a service offers, once; nothing while it does not say. It never rejects. */
function offerAsker(apiUrl: string, onOffer: (offer: Offer) => void): () => Promise<Offer> {
  let asked: Promise<Offer> | undefined;
  return () => {
    asked ??= readOffer(apiUrl).then((offer) => {
      // The next search asks again.
      if (offer === undefined) asked = undefined;
      else onOffer(offer);
      return offer ?? NO_OFFER;
    });
    return asked;
  };
}

/** Which foods answer a question, in what order and with which columns, as far as these are offered. */
function selectionOf(question: Question, offer: Offer, offset: number): FoodListOptions<string> {
  const { sort } = question;
  const column = extraColumn(sort, offer);
  const isOffered = column !== undefined || ownColumn(readSorting(sort)?.column ?? '');
  return {
    count: true,
    where: conditionsOf(question),
    offset: offset || undefined,
    sort: isOffered ? sort : undefined,
    fields: searchFields(offer, column),
  };
}

/** The column of food groups, in tables that have one. */
const GROUP_COLUMN = 'food_group';

/** What foods have to meet beside the text. */
function conditionsOf({ sort, until, group }: Question): WhereCondition[] | undefined {
  const sorting = readSorting(sort);
  const conditions: WhereCondition[] = [];
  if (group !== undefined) conditions.push([GROUP_COLUMN, '=', group]);
  if (sorting !== undefined && until !== undefined)
    conditions.push([sorting.column, sorting.isDescending ? '>=' : '<=', until]);
  return conditions.length === 0 ? undefined : conditions;
}

/** The language in which foods are named besides English: that of the page. */
function langFor(match: MatchMode): 'es' | undefined {
  return match === 'fuzzy' ? inLanguage({ en: undefined, es: 'es' }) : undefined;
}

/** The column of an order that rows show only because of it; `undefined` if it is none, or not offered. */
export function extraColumn(sort: string | undefined, { columns }: Offer): Column | undefined {
  const { column = 'kcal' } = readSorting(sort) ?? {};
  return ownColumn(column) === undefined ? columns.find(({ name }) => name === column) : undefined;
}

function namesOf({ columns }: Pick<Offer, 'columns'>): string[] {
  return columns.map(({ name }) => name);
}

/** What the page asks for with each food of a search, as far as it is offered; `undefined`: nothing. */
function searchFields({ columns, key }: Offer, extra?: Column): string[] | undefined {
  const offered = new Set(namesOf({ columns }));
  const wanted = [key, ...USED_COLUMNS, extra?.name].filter((name) => name !== undefined);
  const fields = wanted.filter((name) => offered.has(name));
  return fields.length === 0 ? undefined : fields;
}

/**
 * What it offers: nothing where it does not know the question. `undefined` where it may answer later:
 * it is starting, busy or out of reach.
 */
async function readOffer(apiUrl: string): Promise<Offer | undefined> {
  let text: string;
  const timeout = new AbortController();
  // No search waits longer for it.
  const timer = setTimeout(() => timeout.abort(), SLOW_MS);
  try {
    const answer = await fetch(`${apiUrl}/api/fields`, { signal: timeout.signal });
    if (answer.status === 429 || answer.status >= 500) return undefined;
    text = answer.ok ? await answer.text() : '[]';
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  const columns = columnsIn(text);
  return { columns, key: columns.find(({ key }) => key)?.name };
}

function columnsIn(text: string): Column[] {
  try {
    const columns: unknown = JSON.parse(text);
    return Array.isArray(columns) ? columns.filter(isColumn) : [];
  } catch {
    return [];
  }
}

function isColumn(value: unknown): value is Column {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  );
}
