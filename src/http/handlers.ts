import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type Nutrient, readNutrients } from '../catalog/nutrients.ts';
import { FAT_KNOWN } from '../catalog/table/extra-columns.ts';
import type { GetTerms } from '../food/table-terms.ts';
import { resolveMeal } from '../meal/meal.ts';
import { toMealQuery } from '../meal/meal-parameters.ts';
import { callerOf } from './callers/caller.ts';
import { sendError, sendThrown } from './errors.ts';
import { createInterfaceHandlers } from './interface-handlers.ts';
import { createOpenApiHandlers } from './openapi/reference-page.ts';
import { answerNotFound } from './register-routes.ts';
import { addHeaders, answerConditional, answerPrecondition } from './response-headers.ts';
import { type AnsweredRoute, EXAMPLE_SEARCH, type Handler, ROUTES } from './routes.ts';
import {
  createFoodsHandler,
  createSearchHandler,
  JSON_TYPE,
  type SearchParts,
} from './search-handler.ts';
import { fieldsIn, readFields, readGroups, refuseRepeated, valueIn } from './search-parameters.ts';

// Assigns a handler to each route. Defines the responses of `/`, `/api/food/{id}`, `/api/fields`,
// `/api/meal`, `/health/live` and `/health/ready`.

export interface HandlerParts extends SearchParts {
  /** The licenses of all foods, including those that only some responses name. */
  readonly knownTerms?: GetTerms;
  /** The version of this software, for `/` and the OpenAPI document. */
  readonly version: string;
  readonly health: () => Health;
  /** Other services whose paths are served too. Default: none. */
  readonly interfaces?: readonly string[];
}

/** Returns every route, including those of interfaces, with its handler. */
export function createHandlers(parts: HandlerParts): readonly AnsweredRoute[] {
  const { catalog, version, health, interfaces = [] } = parts;
  const others = createInterfaceHandlers(interfaces, parts);
  const answerIndex: Handler = (_request, reply) => {
    const { size: foods } = catalog;
    reply.send({ name: 'Food Lookup', version, foods, search: EXAMPLE_SEARCH });
  };
  return [
    [ROUTES.index, answerIndex],
    [ROUTES.search, createSearchHandler(parts)],
    [ROUTES.foods, createFoodsHandler(parts)],
    [ROUTES.groups, createSearchHandler(parts, readGroups)],
    [ROUTES.food, createFoodHandler(parts)],
    [ROUTES.meal, createMealHandler(parts)],
    [ROUTES.fields, createFieldsHandler(parts)],
    ...createHealthHandlers(catalog, health),
    ...createOpenApiHandlers(
      version,
      parts.knownTerms,
      others.map(([route]) => route),
    ),
    ...others,
  ];
}

/** The state of a running service, for load balancers and operators. */
export interface Health {
  /**
   * Whether callers should send requests: false until the data is loaded, and while the service
   * stops.
   */
  readonly isReady: boolean;
  /** When the current data was read; `undefined` during startup. */
  readonly loadedAt: Date | undefined;
  /** Whether the last read of the store succeeded. If not, loaded foods are still served. */
  readonly isStoreReachable: boolean;
}

/** Creates the handlers of `/health/live` and `/health/ready`. */
export function createHealthHandlers(
  catalog: Pick<CurrentCatalog, 'size' | 'revision'>,
  health: () => Health,
): readonly AnsweredRoute[] {
  const answerLive: Handler = (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ live: true });
  };
  const answerReady: Handler = (_request, reply) => {
    const { isReady, loadedAt, isStoreReachable } = health();
    const { size, revision = null } = catalog;
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    // Reveals no address and no host. Without data, `revision` and `dataAgeSeconds` are `null`.
    reply.send({
      ready: isReady,
      rows: size,
      revision,
      dataAgeSeconds: loadedAt === undefined ? null : secondsSince(loadedAt),
      store: isStoreReachable ? 'reachable' : 'unreachable',
    });
  };
  return [
    [ROUTES.live, answerLive],
    [ROUTES.ready, answerReady],
  ];
}

/** Returns the whole seconds since a date; 0 if the clock was set back since then. */
function secondsSince(date: Date): number {
  return Math.max(0, Math.round((Date.now() - date.getTime()) / 1_000));
}

let nutrients: ReadonlyMap<string, Partial<Nutrient>> | undefined;

/** Describes a field as `data/nutrients.csv` does. The file is read on the first request. */
export function describeField(name: string) {
  nutrients ??= new Map(readNutrients().map((nutrient) => [nutrient.column, nutrient]));
  const ownTitle = name === FAT_KNOWN ? 'Known fatty acid fractions, out of 3' : name;
  const {
    title = ownTitle,
    unit = null,
    infoods = null,
    dailyValue = null,
  } = nutrients.get(name) ?? {};
  return { name, title, unit, infoods, daily_value: dailyValue };
}

/**
 * Creates the handler that answers with one food, by its key. If the table has no key, this path
 * does not exist.
 */
function createFoodHandler(parts: SearchParts): Handler {
  return (request, reply) => {
    const catalog = parts.catalog.get();
    const { id = '' } = request.params;
    if (catalog.key === undefined || id === '') return answerNotFound(request, reply);
    const fields = readFields(request.query.parameters, catalog.fields);
    const food = catalog.food(id, fields);
    if (food === undefined) {
      const message = `There is no food with ${catalog.key} ${JSON.stringify(id)}`;
      return void sendError(reply, { status: 404, message });
    }
    if (answerConditional(request, reply, catalog, parts)) return;
    reply.header('content-type', JSON_TYPE).send(food);
  };
}

/** Creates the handler that lists the fields and says which is the key. */
function createFieldsHandler({ knownTerms, ...parts }: HandlerParts): Handler {
  const sent = { ...parts, ...(knownTerms && { terms: knownTerms }) };
  return (request, reply) => {
    const catalog = parts.catalog.get();
    if (answerConditional(request, reply, catalog, sent)) return;
    reply.send(
      catalog.fields.map((name) => ({ ...describeField(name), key: name === catalog.key })),
    );
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts additional requests for the caller; absent without a rate limit. */
    countMore?(requests: number): void;
  }
}

/**
 * Creates the handler of `/api/meal`, which returns the food, weight and nutrients for each line.
 * Each line is a search. A line counts toward the rate limit and waits in the queue like any other
 * search, but is not logged.
 */
function createMealHandler(parts: SearchParts): Handler {
  return (request, reply) => {
    const catalog = parts.catalog.get();
    const { parameters } = request.query;
    refuseRepeated(parameters, ['text', 'lang', 'fields', 'servings']);
    const asked = {
      lines: parameters.getAll('line'),
      text: valueIn(parameters, 'text'),
      lang: valueIn(parameters, 'lang'),
      fields: fieldsIn(parameters),
      servings: valueIn(parameters, 'servings'),
    };
    const mealQuery = toMealQuery(asked, catalog);
    if (answerPrecondition(request, reply, catalog, parts)) return;
    request.countMore?.(mealQuery.lines.length - 1);
    resolveMeal(mealQuery, catalog, (query) => catalog.search(query, () => callerOf(request)))
      .then((meal) => {
        // The caching headers are added only now, so that no cache keeps an error.
        addHeaders(reply, catalog, parts)
          .header('content-type', JSON_TYPE)
          .send(JSON.stringify(meal));
      })
      .catch((error: unknown) => sendThrown(reply, error));
  };
}
