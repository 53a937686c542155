import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { FOOD_METHODS, FOOD_PATH } from './food-route.ts';

/** The paths that have a route, and the methods it takes, as `Allow` names them. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  [FOOD_PATH, FOOD_METHODS],
  [`${FOOD_PATH}/`, FOOD_METHODS],
  ['/', 'GET, HEAD'],
]);

/** Says no to every path and method below the prefix of `app` that has no route. */
export function registerUnknown(app: FastifyInstance): void {
  // In this hook no body has been looked at yet: whatever its type, the answer is the same.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
  // Makes the hooks of `app`, its CORS headers among them, run for its unknown paths.
  app.setNotFoundHandler(answerUnknown);
}

/** 405 to another method of a path that is there, 404 to any other path. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const methods = ALLOWED.get(path);
  // `/api/food%2F` reads like the search, but an encoded slash is none to the router.
  if (methods === undefined || methods.split(', ').includes(request.method)) {
    sendError(reply, 404, `There is nothing at ${path}: search with ${FOOD_PATH}?q=cheese`);
  } else {
    reply.header('allow', methods);
    sendError(reply, 405, `Method ${request.method} is not allowed here: use ${methods}`);
  }
}

/** The path as the router reads it, so that both speak of the same one. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
