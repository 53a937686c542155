import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { FOOD_METHODS, FOOD_PATH } from './food-route.ts';

/**
 * Says no to every path and method below the prefix of `app` that has no route.
 */
export function registerUnknown(app: FastifyInstance): void {
  // In this hook no body has been looked at yet: whatever its type, the answer is the same.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
  // Makes the hooks of `app`, its CORS headers among them, run for its unknown paths.
  app.setNotFoundHandler(answerUnknown);
}

/** 405 to another method of the search, 404 to any other path. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  const [path = ''] = request.url.split('?', 1);
  if (path === FOOD_PATH || path === `${FOOD_PATH}/`) {
    reply.header('allow', FOOD_METHODS);
    sendError(reply, 405, `Method ${request.method} is not allowed here: use ${FOOD_METHODS}`);
  } else {
    sendError(reply, 404, `There is nothing at ${path}: search with ${FOOD_PATH}?q=cheese`);
  }
}
