import { createUncheckedClient, parseJson } from '../../src/client/food-client.ts';
import {
  type FoodGroup,
  FoodHttpError,
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
  NO_SCHEMA,
  ownColumn,
  readSorting,
  type Schema,
} from '../foods/columns.ts';
import { type Food, type FoodRow, type Rows, toFood, USED_COLUMNS } from '../foods/food.ts';
import type { MatchMode, SearchCriteria } from '../foods/search-criteria.ts';
import { inLanguage } from '../languages/language.ts';

// The page's requests: searches with columns and language, foods by ID, groups, what the service
// offers. Decides how long the page waits before it asks, reports that the service is slow, or
// tries again.

/**
 * Typing must pause this long before the text is sent, so that unfinished text is not searched for.
 * The first letter after such a pause is sent at once.
 */
export const DEBOUNCE_MS = 150;
/**
 * A search that takes longer than this is reported as slow. No search waits longer than this for
 * the columns.
 */
export const SLOW_MS = 3000;
/** The time between retries if the service did not answer. */
export const RETRY_MS = 3000;
/**
 * A retry, or a request for the columns, is abandoned after this time, since a connection may hang
 * for minutes once the network is gone.
 */
export const RETRY_LIMIT_MS = 10_000;

/** The foods that a search found, and how its words were read. */
export interface Found {
  readonly foods: readonly Food[];
  readonly readings: readonly Reading[];
  /**
   * The values per 100 g of the sort column, if it is not one of the columns that every row shows.
   */
  readonly extra: ReadonlyMap<Food, number | null>;
  /** The number of all matching foods; `undefined` if the service does not say. */
  readonly total: number | undefined;
}

/** The service as the page uses it. */
export type FoodService = ReturnType<typeof createFoodService>;

/**
 * Returns the service as the page uses it. Requests reject with the client's errors, or with a
 * TypeError if a food cannot be read.
 *
 * @param onSchema - called once, when the service has listed its columns
 */
export function createFoodService(apiUrl: string, onSchema: (schema: Schema) => void) {
  const client = createUncheckedClient({ baseUrl: apiUrl });
  const getSchema = schemaLoader(apiUrl, onSchema);
  getSchema();
  return {
    /** @param offset - how many foods to skip, since they were received before */
    async search(criteria: SearchCriteria, signal: AbortSignal, offset = 0): Promise<Found> {
      const { query, match, sort } = criteria;
      const schema = await getSchema().inTime;
      const options = { signal, ...selectionOf(criteria, schema, offset) };
      const { foods, interpretation, total } = await (query === ''
        ? client.list(options)
        : client.answer(query, { match, lang: langFor(match), ...options }));
      const column = extraColumn(sort, schema);
      const found = foods.map((row) => ({ row: { ...row }, food: toFood(row, schema.key) }));
      return {
        foods: found.map(({ food }) => food),
        readings: interpretation?.readings ?? [],
        extra: new Map(
          column && found.map(({ row, food }) => [food, toNumber(Reflect.get(row, column.name))]),
        ),
        total,
      };
    },
    /**
     * Returns the food groups of all foods that a search finds, largest first, or the table's food
     * groups if the query is empty. Empty if the table has no groups.
     */
    async groups(
      { query, match }: SearchCriteria,
      signal?: AbortSignal,
    ): Promise<readonly FoodGroup[]> {
      if (!columnNames(await getSchema().whole).includes(GROUP_COLUMN)) return [];
      const search = query === '' ? {} : { query, match, lang: langFor(match) };
      return client.groups(GROUP_COLUMN, { signal, ...search });
    },
    /** Looks up the foods of a meal's lines. */
    meal: (lines: readonly string[], signal: AbortSignal): Promise<Meal> =>
      client.meal(lines, { signal, lang: langFor('fuzzy') }),
    /** Returns the first food that a search finds. */
    async best(query: string): Promise<Food | undefined> {
      const known = await getSchema().inTime;
      // Waits for the list of columns, without which the food would never get a key or total fat.
      const schema = known === NO_SCHEMA ? await getSchema().whole.catch(() => known) : known;
      const [food] = await client.search(query, {
        match: 'fuzzy',
        lang: langFor('fuzzy'),
        fields: searchFields(schema),
        limit: 1,
      });
      // The list may contain anything. A `null` element is an error, not a missing food.
      return food === undefined ? undefined : toFood(food, schema.key);
    },
    /**
     * Returns foods with all offered columns by ID; `undefined` for an ID that no food has. Also
     * rejects if the request for the columns fails.
     */
    async foods(ids: readonly string[], signal?: AbortSignal): Promise<Rows> {
      if (ids.length === 0) return new Map();
      // Without the list of columns, foods would never get their nutrients.
      const schema = await getSchema().whole;
      const { key = '' } = schema;
      const rows = new Map<string, FoodRow | undefined>(ids.map((id) => [id, undefined]));
      for (let at = 0; at < ids.length; at += MAX_FOODS) {
        const part = ids.slice(at, at + MAX_FOODS);
        const { foods } = await client.foods(part, { signal, fields: columnNames(schema) });
        for (const food of foods) rows.set(String(Reflect.get(food, key)), { ...food });
      }
      return rows;
    },
    /** Returns the URL of a food with all offered columns. */
    foodUrl(id: string, { columns }: Schema): string {
      const url = `${apiUrl}/api/food/${encodeURIComponent(id)}`;
      return columns.length === 0 ? url : `${url}?fields=${columnNames({ columns }).join(',')}`;
    },
  };
}

/** The request for a service's columns. */
interface SchemaRequest {
  /** Rejects with the client's errors. */
  readonly whole: Promise<Schema>;
  /** Resolves to `NO_SCHEMA` after a failure, or if a search should not wait any longer. */
  readonly inTime: Promise<Schema>;
}

/** Returns a function that asks a service for its columns once, or again after a failure. */
function schemaLoader(apiUrl: string, onSchema: (schema: Schema) => void): () => SchemaRequest {
  let request: SchemaRequest | undefined;
  return () => {
    if (request === undefined) {
      const whole = readSchema(apiUrl);
      const late = new Promise<Schema>((resolve) => setTimeout(resolve, SLOW_MS, NO_SCHEMA));
      request = { whole, inTime: Promise.race([whole, late]).catch(() => NO_SCHEMA) };
      whole.then(
        (schema) => {
          request = { whole, inTime: whole };
          onSchema(schema);
        },
        () => {
          request = undefined;
        },
      );
    }
    return request;
  };
}

/** Returns a search's filters, and its sort order and columns if the service offers them. */
function selectionOf(
  criteria: SearchCriteria,
  schema: Schema,
  offset: number,
): FoodListOptions<string> {
  const { sort } = criteria;
  const column = extraColumn(sort, schema);
  const isOffered = column !== undefined || ownColumn(readSorting(sort)?.column ?? '');
  return {
    count: true,
    where: conditionsOf(criteria),
    offset: offset || undefined,
    sort: isOffered ? sort : undefined,
    fields: searchFields(schema, column),
  };
}

/** The column of food groups, in tables that have it. */
const GROUP_COLUMN = 'food_group';

/** Returns the filters of a search besides its text. */
function conditionsOf({ sort, until, group }: SearchCriteria): WhereCondition[] | undefined {
  const sorting = readSorting(sort);
  const conditions: WhereCondition[] = [];
  if (group !== undefined) conditions.push([GROUP_COLUMN, '=', group]);
  if (sorting !== undefined && until !== undefined)
    conditions.push([sorting.column, sorting.isDescending ? '>=' : '<=', until]);
  return conditions.length === 0 ? undefined : conditions;
}

/** Returns the page's language if a search should also find the foods' names in it. */
function langFor(match: MatchMode): 'es' | undefined {
  return match === 'fuzzy' ? inLanguage({ en: undefined, es: 'es' }) : undefined;
}

function columnNames({ columns }: Pick<Schema, 'columns'>): string[] {
  return columns.map(({ name }) => name);
}

/** Returns the offered columns to request with each food of a search; `undefined` if none are. */
function searchFields({ columns, key }: Schema, extra?: Column): string[] | undefined {
  const offered = new Set(columnNames({ columns }));
  const wanted = [key, ...USED_COLUMNS, extra?.name].filter((name) => name !== undefined);
  const fields = wanted.filter((name) => offered.has(name));
  return fields.length === 0 ? undefined : fields;
}

/**
 * Reads what the service offers, from `/api/fields`; without that path, it offers nothing. Rejects
 * with the client's errors if the service may answer later: it is starting, busy or unreachable.
 */
async function readSchema(apiUrl: string): Promise<Schema> {
  const url = `${apiUrl}/api/fields`;
  const request = fetch(url, { signal: AbortSignal.timeout(RETRY_LIMIT_MS) });
  const fail = (error: unknown) => Promise.reject(new FoodNetworkError(url, error));
  const answer = await request.catch(fail);
  const { ok, status, headers } = answer;
  if (status === 429 || status >= 500) throw new FoodHttpError(status, url, undefined);
  const columns = columnsIn(ok ? await answer.text().catch(fail) : '[]');
  const key = columns.find((column) => column.key)?.name;
  return { columns, key, licenses: licensesIn(headers.get('link') ?? '') };
}

function columnsIn(text: string): Column[] {
  const columns = parseJson(text);
  return Array.isArray(columns) ? columns.filter(isColumn) : [];
}

function isColumn(value: unknown): value is Column {
  const { name, title } = Object(value);
  return typeof name === 'string' && typeof title === 'string';
}
