import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { allowOf, EXAMPLE_SEARCH, pathOf, routeAt } from './routes.ts';

// The texts of 404 for paths that there are not, and of 405.

/** 404, with a search to try. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const message = `There is nothing at ${pathOf(request.url)}: search with ${EXAMPLE_SEARCH}`;
  sendError(reply, { code: 'notFound', message });
}

/** 405 for a path whose methods are others, with those that it takes; else 404. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply): void {
  const route = routeAt(request.url);
  if (route === undefined) {
    answerNotFound(request, reply);
    return;
  }
  const allow = allowOf(route);
  reply.header('allow', allow);
  const message = `Method ${request.method} is not allowed here: use ${allow}`;
  sendError(reply, { code: 'methodNotAllowed', message });
}
