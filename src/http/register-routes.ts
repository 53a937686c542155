import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { disableBodyParsers, registerPost } from './request-body.ts';
import {
  type AnsweredRoute,
  allowOf,
  EXAMPLE_SEARCH,
  type Handler,
  pathOf,
  pathsOf,
  type Query,
  ROUTES,
  type Route,
  routeAt,
} from './routes.ts';
import { refusalOf } from './server/request-limits.ts';

// Answers HEAD, OPTIONS, other methods (405, `Allow`) and unknown paths.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The matching route; absent for an unknown path. */
    route?: Route;
  }
}

/**
 * Registers routes with everything that follows from the table: HEAD with GET, OPTIONS, 405 for
 * other methods, 404 for other paths. The other methods are not registered: 32 of them per path
 * took a twentieth of the startup time and 4 MB of memory. `app` may have a prefix, with which
 * every path begins.
 */
export function registerRoutes(app: FastifyInstance, routes: readonly AnsweredRoute[]): void {
  if (routes.some(([{ methods }]) => methods.includes('POST'))) disableBodyParsers(app);
  for (const [route, handler] of routes) {
    for (const path of pathsOf(route)) {
      const url = path.slice(app.prefix.length);
      // Under a prefix, `/` matches the prefix with and without a slash, except for HEAD.
      if (url !== '') registerRoute(app, url, route, handler);
      else registerHead(app, url, route, handler);
    }
  }
  // A hook runs before the type of the body is checked, so the response is the same for any type.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw);
    if (refusal !== undefined) sendError(reply, refusal);
    // `*` means the server as a whole (RFC 9110, 9.3.7), but the router would take it for `/`.
    else if (request.url.startsWith('*')) answerAsterisk(request, reply);
    else if (request.is404) answerOtherMethod(request, reply, routes);
    else done();
  });
  // Makes the hooks of `app`, such as the one for CORS headers, run for unknown paths too.
  app.setNotFoundHandler(answerNotFound);
}

function answerAsterisk(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'OPTIONS' && request.url === '*') {
    answerOptions(allowOf(ROUTES.search), reply);
  } else answerNotFound(request, reply);
}

function registerRoute(app: FastifyInstance, url: string, route: Route, handler: Handler): void {
  const config = { route };
  if (route.methods.includes('GET')) {
    app.get<Query>(url, { config, exposeHeadRoute: false }, handler);
  }
  if (route.methods.includes('POST')) registerPost(app, url, route, handler);
  registerHead(app, url, route, handler);
  const allow = allowOf(route);
  if (route.methods.includes('OPTIONS')) {
    const answer = (_request: FastifyRequest, reply: FastifyReply) => answerOptions(allow, reply);
    app.options(url, { config, onRequest: answer }, answer);
  }
}

function registerHead(app: FastifyInstance, url: string, route: Route, handler: Handler): void {
  if (!route.methods.includes('HEAD')) return;
  app.head<Query>(url, { config: { route }, onSend: sendLengthOnly }, handler);
}

/**
 * Answers HEAD with the headers of GET. Fastify would give a 304 the length 0, but only the length
 * of the 200 is allowed (RFC 9110, 8.6).
 */
function sendLengthOnly(
  _request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  done: (fault: null, body: null) => void,
): void {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    reply.header('content-length', String(Buffer.byteLength(body)));
  }
  done(null, null);
}

/** Reports the allowed methods. The status is 200 because some older browsers reject a 204. */
export function answerOptions(allow: string, reply: FastifyReply): void {
  reply.code(200).header('allow', allow).header('content-length', '0').send();
}

/**
 * Sends a 404 that suggests a search or the intended path. Under another service's prefix, it also
 * says which paths are served.
 */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.url);
  const [, id] = /^\/api\/foods\/([^/]+)\/?$/.exec(path) ?? [];
  const hint =
    id === undefined ? `search with ${EXAMPLE_SEARCH}` : `one food is at /api/food/${id}`;
  const { text } = request.server.scopes.find(({ prefix }) => path.startsWith(prefix)) ?? {};
  const message = `There is nothing at ${path}: ${hint}${text === undefined ? '' : `; ${text}`}`;
  sendError(reply, { status: 404, message });
}

/** Sends a 405 with the allowed methods if the path has a route; otherwise a 404. */
function answerOtherMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly AnsweredRoute[],
): void {
  const served = routes.map(([each]) => each);
  const route = routeAt(request.url) ?? routeAt(request.url, served);
  if (route === undefined) {
    answerNotFound(request, reply);
    return;
  }
  const allow = allowOf(route);
  reply.header('allow', allow);
  const message = `Method ${request.method} is not allowed here: use ${allow}`;
  sendError(reply, { status: 405, message });
}
