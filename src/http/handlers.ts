import {
  createFieldsHandler,
  createFoodHandler,
  createMealHandler,
  type FieldParts,
} from './food-handler.ts';
import { createHealthHandlers, type Health } from './health.ts';
import { createInterfaceHandlers } from './interface-handlers.ts';
import { createOpenApiHandlers } from './openapi/reference-page.ts';
import { type AnsweredRoute, EXAMPLE_SEARCH, ROUTES } from './routes.ts';
import { createFoodsHandler, createSearchHandler, type SearchParts } from './search-handler.ts';
import { readGroups } from './search-parameters.ts';

// Assigns a handler to each route, and defines the response of `/`.

export interface HandlerParts extends SearchParts, FieldParts {
  /** The version of this software, for `/` and the OpenAPI document. */
  readonly version: string;
  readonly health: () => Health;
  /** Other services whose paths are served too. Default: none. */
  readonly interfaces?: readonly string[];
}

/** Returns every route in the table with its handler. */
export function createHandlers(parts: HandlerParts): readonly AnsweredRoute[] {
  const { catalog, version, health, interfaces = [] } = parts;
  const others = createInterfaceHandlers(interfaces, parts);
  return [
    [
      ROUTES.index,
      (_request, reply) => {
        const { size: foods } = catalog;
        reply.send({ name: 'Food Lookup', version, foods, search: EXAMPLE_SEARCH });
      },
    ],
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
