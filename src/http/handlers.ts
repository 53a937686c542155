import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { createOpenApiHandlers } from './openapi/handlers.ts';
import { type AnsweredRoute, EXAMPLE_SEARCH, ROUTES } from './routes.ts';
import { createSearchHandler } from './search-handler.ts';

export interface HandlerParts {
  readonly catalog: CurrentCatalog;
  /** The version of this software: another version may rank differently. */
  readonly version: string;
}

/** Every route of the table with the function that answers it. */
export function createHandlers({ catalog, version }: HandlerParts): readonly AnsweredRoute[] {
  return [
    [
      ROUTES.index,
      (_request, reply) => {
        const { size: foods } = catalog.take();
        reply.send({ name: 'Food Lookup', version, foods, search: EXAMPLE_SEARCH });
      },
    ],
    [ROUTES.search, createSearchHandler(catalog, version)],
    ...createOpenApiHandlers(version),
  ];
}
