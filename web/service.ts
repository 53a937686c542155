import {
  createFoodClient,
  FoodHttpError,
  FoodNetworkError,
  type Reading,
} from '../src/client/index.ts';
import type { Question } from './address.ts';
import { type Food, type FoodRow, toFood, USED_COLUMNS } from './food.ts';

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
}

/** What a service can do for the page; one with a plain table offers nothing of it. */
export interface Offer {
  readonly columns: readonly Column[];
  /** The column by which `GET /api/food/{id}` finds a food. */
  readonly key: string | undefined;
}

/** What a search found, and what its words were taken for. */
export interface Found {
  readonly foods: readonly Food[];
  readonly readings: readonly Reading[];
}

/** The service as the page uses it. */
export interface FoodService {
  /** What it offers; nothing where it does not say. It never rejects. */
  readonly offer: Promise<Offer>;
  search(question: Question, signal: AbortSignal): Promise<Found>;
  /** The food that a search finds first. It rejects where no answer can be read. */
  best(query: string): Promise<Food | undefined>;
  /** One food with all that is offered; `undefined` where there is none with this id. */
  food(id: string): Promise<FoodRow | undefined>;
  /** The address of one food, with all that is offered. */
  foodUrl(id: string, offer: Offer): string;
}

export const NO_OFFER: Offer = { columns: [], key: undefined };

/** Columns that a service takes for the key of its table, the likeliest first. */
const KEYS = ['id', 'ndb_no', 'fdc_id', 'code'];

export function createFoodService(apiUrl: string): FoodService {
  const offer = readOffer(apiUrl);
  const client = createFoodClient({
    baseUrl: apiUrl,
    fetch: async (url, init) => {
      const fields = searchFields(await offer).join(',');
      return fetch(fields === '' ? url : `${url}&fields=${fields}`, init);
    },
  });
  const foodUrl = (id: string, { columns }: Offer) => {
    const fields = columns.map(({ name }) => name).join(',');
    const url = `${apiUrl}/api/food/${encodeURIComponent(id)}`;
    return fields === '' ? url : `${url}?fields=${fields}`;
  };
  return {
    offer,
    foodUrl,
    async search({ query, match }, signal) {
      const { key } = await offer;
      const { foods, interpretation } = await client.answer(query, { signal, match });
      return {
        foods: foods.map((entry) => toFood(entry, key)),
        readings: interpretation?.readings ?? [],
      };
    },
    async best(query) {
      const { columns, key } = await offer;
      const fields = searchFields({ columns, key }).join(',');
      const parameters = { q: query, match: 'fuzzy', limit: '1', ...(fields && { fields }) };
      const answer = await fetch(`${apiUrl}/api/food?${new URLSearchParams(parameters)}`);
      const [row]: FoodRow[] = answer.ok ? await answer.json() : [];
      return row && toFood(row, key);
    },
    async food(id) {
      const url = foodUrl(id, await offer);
      const answer = await fetch(url).catch((error) => {
        throw new FoodNetworkError(url, error);
      });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new FoodHttpError(answer.status, url, undefined);
      return answer.json();
    },
  };
}

/** What the page asks for with each food of a search, as far as it is offered. */
function searchFields({ columns, key }: Offer): string[] {
  const offered = new Set(columns.map(({ name }) => name));
  return [...(key === undefined ? [] : [key]), ...USED_COLUMNS].filter((name) => offered.has(name));
}

async function readOffer(apiUrl: string): Promise<Offer> {
  try {
    const answer = await fetch(`${apiUrl}/api/fields`);
    const columns: unknown = answer.ok ? await answer.json() : [];
    if (!Array.isArray(columns)) return NO_OFFER;
    const sound = columns.filter(isColumn);
    return { columns: sound, key: KEYS.find((key) => sound.some(({ name }) => name === key)) };
  } catch {
    return NO_OFFER;
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
