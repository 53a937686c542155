import { createUncheckedClient } from '../../src/client/food-client.ts';
import {
  type FoodGroup,
  type FoodListOptions,
  FoodNetworkError,
  type Meal,
  type Reading,
  type WhereCondition,
} from '../../src/client/index.ts';
import { toNumber } from '../../src/meal/measures.ts';
import { MAX_FOODS } from '../../src/search/limits.ts';
import {
  type Column,
  extraColumn,
  licensesIn,
  NO_OFFER,
  type Offer,
  ownColumn,
  readSorting,
} from '../foods/columns.ts';
import { type Food, type FoodRow, type Rows, toFood, USED_COLUMNS } from '../foods/food.ts';
import type { MatchMode, Question } from '../foods/question.ts';
import { inLanguage } from '../languages/language.ts';

// Which requests the page sends: searches with columns and language, foods by id, groups, what the
// service offers. How long the page waits before it asks, says "slow", or tries again.

/**
 * Letters that follow each other faster are sent once they rest this long: nobody waits for those
 * between. After such a rest, a letter is sent at once.
 */
export const DEBOUNCE_MS = 150;
/** A search that takes longer is called slow, so that nobody wonders. */
export const SLOW_MS = 3000;
/** A service that did not answer is asked again this often. */
export const RETRY_MS = 3000;
/** A connection that was lost with the network says nothing for minutes: asked again after this time. */
export const RETRY_LIMIT_MS = 10_000;

/** What a search found, and what its words were taken for. */
export interface Found {
  readonly foods: readonly Food[];
  readonly readings: readonly Reading[];
  /**
   * The values per 100 g of the column that the foods are sorted by, unless rows show it anyway.
   */
  readonly extra: ReadonlyMap<Food, number | null>;
  /** How many foods there are in all; `undefined` where the service does not say. */
  readonly total: number | undefined;
}

/** The service as the page uses it. */
export interface FoodService {
  /** @param offset - how many foods to skip: those that are there already */
  search(question: Question, signal: AbortSignal, offset?: number): Promise<Found>;
  /**
   * The food groups of all foods that a search finds, those with the most foods first; without a text,
   * those of the table. None where the service knows no groups. @throws as `best`
   */
  groups(question: Question, signal?: AbortSignal): Promise<readonly FoodGroup[]>;
  /** The foods of a meal's lines. @throws as `best` */
  meal(lines: readonly string[], signal: AbortSignal): Promise<Meal>;
  /** The food that a search finds first. @throws what the client throws */
  best(query: string): Promise<Food | undefined>;
  /**
   * Foods with all that is offered, by their ids; `undefined` for an id that no food has. @throws as
   * `best`, and where the service does not say what it offers
   */
  foods(ids: readonly string[], signal?: AbortSignal): Promise<Rows>;
  /** The address of one food, with all that is offered. */
  foodUrl(id: string, offer: Offer): string;
}

/** @param onOffer Called once, when the service says what it offers. */
export function createFoodService(
  apiUrl: string,
  onOffer: (offer: Offer) => void = () => undefined,
): FoodService {
  const client = createUncheckedClient({ baseUrl: apiUrl });
  const askOffer = offerAsker(apiUrl, onOffer);
  void askOffer();
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
    meal: (lines, signal) => client.meal(lines, { signal, lang: langFor('fuzzy') }),
    async best(query) {
      const known = await askOffer();
      // Nobody typed this, so it can wait: without a key and total fat its food would stay so.
      const offer = known === NO_OFFER ? await askOffer() : known;
      const [food] = await client.search(query, {
        match: 'fuzzy',
        lang: langFor('fuzzy'),
        fields: searchFields(offer),
        limit: 1,
      });
      // The list may hold anything: a null is an error, not a missing food.
      return food === undefined ? undefined : toFood(food, offer.key);
    },
    async foods(ids, signal) {
      if (ids.length === 0) return new Map();
      const offer = await askOffer();
      // Without it, foods would come without their nutrients, and stay so.
      if (offer === NO_OFFER) throw new FoodNetworkError(`${apiUrl}/api/fields`, undefined);
      const { key = '' } = offer;
      const rows = new Map<string, FoodRow | undefined>(ids.map((id) => [id, undefined]));
      for (let at = 0; at < ids.length; at += MAX_FOODS) {
        const part = ids.slice(at, at + MAX_FOODS);
        const { foods } = await client.foods(part, { signal, fields: namesOf(offer) });
        for (const food of foods) rows.set(String(Reflect.get(food, key)), { ...food });
      }
      return rows;
    },
    foodUrl(id, { columns }) {
      const url = `${apiUrl}/api/food/${encodeURIComponent(id)}`;
      return columns.length === 0 ? url : `${url}?fields=${namesOf({ columns }).join(',')}`;
    },
  };
}

/**
 * A function that asks once what a service offers; `undefined` until it answers. It never rejects.
 */
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
  let link: string;
  const timeout = new AbortController();
  // No search waits longer for it.
  const timer = setTimeout(() => timeout.abort(), SLOW_MS);
  try {
    const answer = await fetch(`${apiUrl}/api/fields`, { signal: timeout.signal });
    if (answer.status === 429 || answer.status >= 500) return undefined;
    text = answer.ok ? await answer.text() : '[]';
    link = answer.headers.get('link') ?? '';
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  const columns = columnsIn(text);
  return { columns, key: columns.find(({ key }) => key)?.name, licenses: licensesIn(link) };
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
