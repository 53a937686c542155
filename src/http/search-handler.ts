import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type FoodAnswer, TooManyWordsError } from '../catalog/food-catalog.ts';
import { sendError } from './errors.ts';
import { toFoodQuery } from './food-query.ts';
import { sendInterpretation } from './interpretation-header.ts';
import type { Handler } from './routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers a search. The answer depends on the address, the catalog and the version of this software
 * alone, so these two make the ETag of every answer. Nothing is hashed per request.
 */
export function createSearchHandler(current: CurrentCatalog, version: string): Handler {
  return (request, reply) => {
    const query = toFoodQuery(request.query.parameters);
    if ('code' in query) {
      sendError(reply, query);
      return;
    }
    const catalog = current.take();
    const etag = `"${version}-${catalog.revision}"`;
    // Kept, but asked about every time: a changed `origin` setting must work at the next request.
    const addCacheHeaders = () => reply.header('cache-control', 'no-cache').header('etag', etag);
    if (isHeld(request.headers['if-none-match'], etag)) {
      addCacheHeaders().code(304).send();
      return;
    }
    let answer: FoodAnswer;
    try {
      answer = catalog.search(query);
    } catch (fault) {
      if (!(fault instanceof TooManyWordsError)) throw fault;
      sendError(reply, { code: 'badRequest', message: fault.message });
      return;
    }
    const { body, interpretation } = answer;
    if (interpretation !== undefined) sendInterpretation(reply, interpretation);
    addCacheHeaders().header('content-type', JSON_TYPE).send(body);
  };
}

/** Whether `If-None-Match` lists this ETag (RFC 9110, 13.1.2, weak comparison). */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((held) => {
    const tag = held.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
