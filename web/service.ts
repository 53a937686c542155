import type { FoodClient, Reading } from '../src/client/index.ts';
import type { Question } from './address.ts';
import { type Food, type FoodRow, toFood } from './food.ts';

/** A column that a service offers beyond the five of every answer. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
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
  /** One food with all that is offered; `undefined` where there is none with this id. */
  food(id: string): Promise<FoodRow | undefined>;
  /** The address of one food, with all that is offered. */
  foodUrl(id: string, offer: Offer): string;
}

export const NO_OFFER: Offer = { columns: [], key: undefined };

export function createFoodService(client: FoodClient, apiUrl: string): FoodService {
  const offer = Promise.resolve(NO_OFFER);
  const foodUrl = (id: string, { columns }: Offer) => {
    const fields = columns.map(({ name }) => name).join(',');
    const path = `${apiUrl}/api/food/${encodeURIComponent(id)}`;
    return fields === '' ? path : `${path}?fields=${fields}`;
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
    async food(id) {
      const answer = await fetch(foodUrl(id, await offer));
      return answer.status === 404 ? undefined : await answer.json();
    },
  };
}
