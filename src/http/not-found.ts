import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { EXAMPLE_SEARCH } from './routes.ts';

/** 404, with a search to try. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const message = `There is nothing at ${pathOf(request.url)}: search with ${EXAMPLE_SEARCH}`;
  sendError(reply, { code: 'notFound', message });
}

/** 405, with the methods that the path takes. */
export function answerMethodNotAllowed(
  allow: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header('allow', allow);
  const message = `Method ${request.method} is not allowed here: use ${allow}`;
  sendError(reply, { code: 'methodNotAllowed', message });
}

/** The path of a request's target, which may be a whole address, decoded as the router decodes it. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
