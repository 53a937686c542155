import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { sendError } from './errors.ts';
import { type FoodParameters, toFoodRequest } from './food-query.ts';
import { sendInterpretation } from './interpretation-header.ts';

/** Where the operations live; every answer below it has CORS headers. */
export const API_PREFIX = '/api';
const FOOD_ROUTE = '/food';
/** Where the search lives. */
export const FOOD_PATH = `${API_PREFIX}${FOOD_ROUTE}`;

/** The methods of the search, as `Allow` names them. */
export const FOOD_METHODS = 'GET, HEAD, OPTIONS';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The one operation: `GET /api/food?q=…`, and HEAD and OPTIONS of it. `app` has {@link API_PREFIX}.
 *
 * An answer depends on nothing but the address, the catalog and the version of this software, so
 * these two serve every answer as its ETag, and a browser that has one asks only whether it holds.
 * Nothing is hashed in a request.
 */
export function registerFoodRoute(
  app: FastifyInstance,
  current: CurrentCatalog,
  version: string,
): void {
  app.get<{ Querystring: FoodParameters }>(FOOD_ROUTE, (request, reply) => {
    const food = toFoodRequest(request.query);
    if ('error' in food) {
      sendError(reply, food.status, food.error);
      return;
    }
    const catalog = current.take();
    const etag = `"${version}-${catalog.revision}"`;
    // Kept, but never used unasked: a changed `origin` setting must work at the next call.
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (isHeld(request.headers['if-none-match'], etag)) {
      reply.code(304).send();
      return;
    }
    const { body, interpretation } = catalog.search(food.query);
    if (interpretation !== undefined) sendInterpretation(reply, interpretation);
    reply.header('content-type', JSON_TYPE).send(body);
  });

  app.options(FOOD_ROUTE, { onRequest: answerOptions }, answerOptions);
}

/** Also a hook, as which it answers before a body, which means nothing here, is looked at. */
function answerOptions(_request: FastifyRequest, reply: FastifyReply): void {
  reply.code(200).header('allow', FOOD_METHODS).header('content-length', '0').send();
}

/** Whether `If-None-Match` holds this ETag (RFC 9110, 13.1.2, weak comparison). */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((held) => {
    const tag = held.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
