import { resolveMeal } from '../meal/meal.ts';
import { toMealQuestion } from '../meal/read-meal.ts';
import { callerOf } from './callers/caller.ts';
import { sendError } from './errors.ts';
import { createFieldsHandler, createFoodHandler, type FieldParts } from './food-handler.ts';
import { createHealthHandlers, type Health } from './health.ts';
import { createInterfaceHandlers } from './interface-handlers.ts';
import { createOpenApiHandlers } from './openapi/reference-page.ts';
import { answerPrecondition, etagOf, sendTerms } from './response-headers.ts';
import { type AnsweredRoute, EXAMPLE_SEARCH, type Handler, ROUTES } from './routes.ts';
import {
  createFoodsHandler,
  createSearchHandler,
  JSON_TYPE,
  type SearchParts,
  sendSearchFault,
} from './search-handler.ts';
import { readGroups, repeatedOf } from './search-parameters.ts';

// Which function answers each route; what `/` and `/api/meal` answer.

export interface HandlerParts extends SearchParts, FieldParts {
  /** Of this software, as `/` and the OpenAPI document have it. */
  readonly version: string;
  readonly health: () => Health;
  /** Other services whose paths are served as well. Default: none. */
  readonly interfaces?: readonly string[];
}

/** Every route of the table with the function that answers it. */
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts so many more requests of the caller; absent without a rate limit. */
    countMore?(requests: number): void;
  }
}

/**
 * Answers `/api/meal`: for each line its food, what it weighs and what that holds. Each line is a
 * search: it counts for the rate limit and waits for room like any other, and none is noted.
 */
export function createMealHandler({
  catalog: current,
  build,
  cacheControl,
  terms,
}: SearchParts): Handler {
  return (request, reply) => {
    const catalog = current.take();
    const { parameters } = request.query;
    const [text] = parameters.getAll('text');
    const [lang] = parameters.getAll('lang');
    const [fields] = parameters.getAll('fields');
    const [servings] = parameters.getAll('servings');
    const asked = { lines: parameters.getAll('line'), text, lang, servings };
    const question =
      repeatedOf(parameters, ['text', 'lang', 'fields', 'servings']) ??
      toMealQuestion({ ...asked, fields: fields?.split(',') }, catalog.fields);
    if ('code' in question) return void sendError(reply, question);
    const etag = etagOf(catalog, build);
    sendTerms(reply, terms);
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (answerPrecondition(request, () => reply, etag)) return;
    request.countMore?.(question.lines.length - 1);
    resolveMeal(question, catalog, (query) => catalog.search(query, () => callerOf(request)))
      .then((meal) => reply.header('content-type', JSON_TYPE).send(JSON.stringify(meal)))
      .catch((fault: unknown) => sendSearchFault(reply, fault));
  };
}
