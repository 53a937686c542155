import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import type { Logger } from 'pino';
import { addToVary, corsRequestOf } from '../cors/answer.ts';
import { answerCors, type CorsAnswer, type CorsPolicy, explainRefusal } from '../cors/index.ts';
import { show } from '../errors/shown-value.ts';
import type { ProxyTrust } from './callers/caller.ts';
import { limitRate, type RateLimit } from './callers/rate-limit.ts';
import { forbidSniffing, registerErrorHandler, sendError, sendInternalError } from './errors.ts';
import { fastifyOptions } from './fastify-options.ts';
import { createHandlers, type HandlerParts } from './handlers.ts';
import { scopesOf } from './interface-handlers.ts';
import { beginFacts, type Observer, requestIds } from './observation/request-facts.ts';
import { createRefusalLog, type RefusalLog } from './refusal-log.ts';
import { answerNotFound, answerOptions, registerRoutes } from './register-routes.ts';
import { allowOf, pathOf, ROUTES, type Route } from './routes.ts';
import { MAX_TARGET_BYTES, refusalOf } from './server/request-limits.ts';

// Combines hooks, routes and limits in the right order. Sends CORS headers and
// `Strict-Transport-Security`, and answers preflights.

/** A request without a connection: method, url, headers. */
export type InjectRequest = InjectOptions;
/** The response: statusCode, headers, body, json(). */
export type InjectResponse = LightMyRequestResponse;

/** The parts of the service. */
export interface AppParts extends HandlerParts {
  /** Returns the current policy; called for each request on a path with CORS. */
  readonly corsPolicy: () => CorsPolicy;
  readonly logger: Logger;
  /** Observers of every answered request. Default: none, which costs nothing. */
  readonly observers?: readonly Observer[];
  /** How many requests each caller may make. Default: no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** The `max-age` of `Strict-Transport-Security`, in seconds. Default: the header is not sent. */
  readonly hsts?: number | undefined;
  /** Proxies trusted to state the caller's address and request ID. Default: none. */
  readonly proxyTrust?: ProxyTrust;
  /** Logs refused origins. Default: writes to the service's log. */
  readonly refusals?: RefusalLog;
}

/**
 * Creates the service as a Fastify application. It does not listen; it gets its requests from an
 * `HttpServer`, or from the program that embeds it.
 */
export function createApp({
  corsPolicy,
  logger,
  observers = [],
  rateLimit,
  hsts,
  proxyTrust = () => false,
  refusals = createRefusalLog((line) => logger.warn(line)),
  ...parts
}: AppParts): FastifyInstance {
  const addCors = createCorsHook(corsPolicy, refusals);
  const isObserved = observers.length > 0;
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    if (hsts !== undefined) reply.header('strict-transport-security', `max-age=${hsts}`);
    if (isObserved) beginFacts(request, reply);
  };
  const end = (request: FastifyRequest, reply: FastifyReply) => {
    for (const observe of observers) observe(request, reply, request.facts ?? {});
  };
  const routes = createHandlers(parts);
  const prefixes = prefixesOf(routes);
  const app = Fastify({
    ...fastifyOptions(logger),
    trustProxy: proxyTrust,
    ...(isObserved && { genReqId: requestIds(proxyTrust) }),
    // The router rejects paths with broken percent-encoding without running any hook.
    frameworkErrors: (_fault, request, reply) => {
      begin(request, reply);
      reply.raw.once('finish', () => end(request, reply));
      const hasCors = prefixes.has(firstSegmentOf(pathOf(request.url)));
      answerUnrouted(request, reply, hasCors ? addCors : undefined);
    },
    routerOptions: {
      // A key may be as long as a URL.
      maxParamLength: MAX_TARGET_BYTES,
      querystringParser: (query) => ({ parameters: new URLSearchParams(query) }),
    },
  });
  if (hsts !== undefined || isObserved) {
    app.addHook('onRequest', (request, reply, done) => {
      begin(request, reply);
      done();
    });
  }
  if (isObserved) {
    app.addHook('onResponse', (request, reply, done) => {
      end(request, reply);
      done();
    });
  }
  registerErrorHandler(app);
  app.decorate('scopes', scopesOf(parts.interfaces));
  addRoutes(app, routes, addCors, rateLimit);
  return app;
}

/** Registers the routes. Those with CORS are registered by prefix, with the rate limit. */
function addRoutes(
  app: FastifyInstance,
  routes: ReturnType<typeof createHandlers>,
  addCors: CorsHook,
  rateLimit: AppParts['rateLimit'],
): void {
  app.register(async (site) => {
    site.addHook('onRequest', (_request, reply, done) => {
      forbidSniffing(reply);
      done();
    });
    registerRoutes(
      site,
      routes.filter(([{ hasCors }]) => !hasCors),
    );
  });
  for (const prefix of prefixesOf(routes)) {
    app.register(addGroup, { prefix });
  }

  async function addGroup(api: FastifyInstance): Promise<void> {
    // This hook is added first, so that allowed pages may read every response of the hooks and
    // routes below.
    api.addHook('onRequest', addCors);
    if (rateLimit !== undefined) limitRate(api, rateLimit);
    registerRoutes(
      api,
      routes.filter(([{ hasCors, path }]) => hasCors && firstSegmentOf(path) === api.prefix),
    );
  }
}

/** Returns the prefixes of all routes with CORS, including those of `--interfaces`. */
function prefixesOf(routes: ReturnType<typeof createHandlers>): ReadonlySet<string> {
  return new Set(routes.flatMap(([{ hasCors, path }]) => (hasCors ? firstSegmentOf(path) : [])));
}

function firstSegmentOf(path: string): string {
  return `/${path.split('/', 2)[1]}`;
}

/** Answers requests that the router rejects without running any hook. */
function answerUnrouted(request: FastifyRequest, reply: FastifyReply, addCors?: CorsHook): void {
  const refusal = refusalOf(request.raw);
  const refuse = () =>
    refusal === undefined ? answerNotFound(request, reply) : sendError(reply, refusal);
  if (addCors !== undefined) addCors(request, reply, refuse);
  else {
    forbidSniffing(reply);
    refuse();
  }
}

/**
 * A Fastify `onRequest` hook that takes a callback, since a promise per request would cost more
 * than the decision.
 */
type CorsHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/**
 * Creates the hook that puts the policy's headers on every response under its prefix, so that a
 * script can read even errors, such as a 404. The hook also answers preflights and logs refused
 * origins.
 */
function createCorsHook(getPolicy: () => CorsPolicy, refusals: RefusalLog): CorsHook {
  return (request, reply, done) => {
    forbidSniffing(reply);
    // The policy may be replaced before the response is sent.
    const policy = getPolicy();
    // With `same-origin`, pages' no-cors requests would fail instead of getting opaque responses.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const asked = corsRequestOf(request.raw, (name) => request.headers[name]);
    const answer = answerCors(policy, asked);
    if (!(answer instanceof Promise)) {
      apply(answer);
      return;
    }
    answer.then(apply, (error: unknown) => {
      setHeaders(reply, policy.responseHeaders({ kind: 'refused' }));
      sendInternalError(reply, error);
    });

    function apply(cors: CorsAnswer): void {
      recordDecision(cors, policy, request, refusals);
      setHeaders(reply, cors.headers);
      // A preflight for an unknown path is answered like a search's preflight, so that the browser
      // sends the request and the page can read the 404.
      const { route = ROUTES.search } = request.routeOptions.config;
      if (cors.isPreflight) grantForRoute(route, reply);
      // A preflight is answered even if the request will be refused, so that the page can read the
      // reason. A preflight whose own headers are too long is refused.
      if (cors.isPreflight && refusalOf(request.raw)?.status !== 431)
        answerOptions(allowOf(route), reply);
      else done();
    }
  };
}

/** Sets the headers. Keeps the `Vary` of a program that embeds the service. */
function setHeaders(reply: FastifyReply, headers: CorsAnswer['headers']): void {
  const { Vary } = headers;
  const present = reply.raw.getHeader('vary');
  reply.headers(Vary && present ? { ...headers, Vary: addToVary(String(present), Vary) } : headers);
}

/** Adds to the preflight response the methods and headers that a route's callers need. */
function grantForRoute({ methods, headers = [] }: Route, reply: FastifyReply): void {
  if (methods.includes('POST')) grant('access-control-allow-methods', ['POST'], reply);
  grant('access-control-allow-headers', headers, reply);
}

function grant(name: string, added: readonly string[], reply: FastifyReply): void {
  const granted = reply.getHeader(name);
  if (typeof granted !== 'string' || granted === '*') return;
  const has = granted.toLowerCase().split(', ');
  const missing = added.filter((one) => !has.includes(one.toLowerCase()));
  reply.header(name, [granted, ...missing].join(', '));
}

/** Records the decision for the metrics and the log. */
function recordDecision(
  { decision, isPreflight }: CorsAnswer,
  policy: CorsPolicy,
  { headers: { origin }, facts }: FastifyRequest,
  refusals: RefusalLog,
): void {
  if (facts !== undefined && isPreflight) facts.isPreflight = true;
  // Without an Origin header, the caller is probably a program, not a page.
  if (origin === undefined) return;
  if (facts !== undefined) facts.cors = decision.kind;
  if (decision.kind !== 'refused') return;
  const { note } = decision;
  refusals(origin, () =>
    note === undefined
      ? explainRefusal(policy, origin).summary
      : `refused ${show(origin)}. ${note}`,
  );
}
