import type { FoodCatalog, FoodQuery } from '../catalog/food-catalog.ts';
import { type Nutrient, readNutrients } from '../catalog/nutrients.ts';
import { FDC } from '../interfaces/fdc.ts';
import {
  type FoodSource,
  type InterfaceName,
  type InterfaceRoute,
  isInterfaceName,
} from '../interfaces/interface.ts';
import { OPEN_FOOD_FACTS } from '../interfaces/openfoodfacts.ts';
import { callerOf } from './callers/caller.ts';
import { answerPrecondition, etagOf } from './response-headers.ts';
import type { AnsweredRoute, Handler } from './routes.ts';
import { JSON_TYPE, type SearchParts, sendSearchFault } from './search-handler.ts';

// The paths of other services that `--interfaces` adds, answered from the same catalog, under the same
// limits.

const INTERFACES: Readonly<Record<InterfaceName, readonly InterfaceRoute[]>> = {
  openfoodfacts: OPEN_FOOD_FACTS,
  fdc: FDC,
};

/** The routes of some interfaces with the functions that answer them. */
export function createInterfaceHandlers(
  names: readonly string[],
  parts: SearchParts,
): AnsweredRoute[] {
  const nutrients = names.length === 0 ? [] : readNutrients();
  return names.filter(isInterfaceName).flatMap((name) =>
    INTERFACES[name].map((route): AnsweredRoute => {
      const { path } = route;
      const methods = ['GET', 'HEAD', 'OPTIONS'] as const;
      const handler = createHandler(route, parts, nutrients);
      return [{ path, methods, parameters: [], hasCors: true }, handler];
    }),
  );
}

function createHandler(
  { answer }: InterfaceRoute,
  { catalog: current, build, cacheControl }: SearchParts,
  nutrients: readonly Nutrient[],
): Handler {
  return (request, reply) => {
    const catalog = current.take();
    const etag = etagOf(catalog, build);
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (answerPrecondition(request, () => reply, etag)) return;
    const asked = { params: request.params, query: request.query.parameters };
    const source = sourceOf(catalog, nutrients, () => callerOf(request));
    new Promise<Awaited<ReturnType<InterfaceRoute['answer']>>>((resolve) => {
      resolve(answer(asked, source));
    })
      .then(({ status, body }) =>
        reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body)),
      )
      .catch((fault: unknown) => sendSearchFault(reply, fault));
  };
}

function sourceOf(
  catalog: FoodCatalog,
  nutrients: readonly Nutrient[],
  caller: () => string,
): FoodSource {
  const { fields, key } = catalog;
  return {
    ...{ fields, key, nutrients },
    find: async (query: Omit<FoodQuery, 'fields'>) => {
      const { body, total = 0 } = await catalog.search({ ...query, fields }, caller);
      return { foods: parse(body), total };
    },
    food: (id) => {
      const food = key === undefined ? undefined : catalog.food(id, fields);
      return food && parse(food);
    },
  };
}

// The catalog's own JSON.
function parse(body: Uint8Array) {
  return JSON.parse(Buffer.from(body).toString());
}
