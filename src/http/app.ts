import { METHODS } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import type { Logger } from 'pino';
import type { CorsPolicy } from '../cors/index.ts';
import { createCorsHook } from './cors-hook.ts';
import { forbidSniffing, registerErrorHandler } from './errors.ts';
import { createHandlers, type HandlerParts } from './handlers.ts';
import { answerNotFound, pathOf } from './not-found.ts';
import { RefusalLog } from './refusal-log.ts';
import { registerRoutes } from './register-routes.ts';
import { RequestLog } from './request-log.ts';
import { API_PREFIX } from './routes.ts';

/** A request without a connection: method, url, headers. */
export type InjectRequest = InjectOptions;
/** Its answer: statusCode, headers, body, json(). */
export type InjectResponse = LightMyRequestResponse;

/** What the service is made of. */
export interface AppParts extends HandlerParts {
  readonly corsPolicy: CorsPolicy;
  readonly logger: Logger;
}

/** The service as a Fastify application. It does not listen: an `HttpServer` passes requests on to it. */
export function createApp({ corsPolicy, logger, ...parts }: AppParts): FastifyInstance {
  // The type of logger that the type of a Fastify application names.
  const loggerInstance: FastifyBaseLogger = logger;
  const addCors = createCorsHook(corsPolicy, new RefusalLog((line) => logger.warn(line)));
  const app = Fastify({
    loggerInstance,
    logController: new RequestLog(logger.isLevelEnabled('debug')),
    // A logger per request costs more than a search. The few lines written name the request.
    childLoggerFactory: (parent) => parent,
    // The router refuses a path with a broken percent-encoding before any hook runs.
    frameworkErrors: (_fault, request, reply) => {
      if (!pathOf(request.url).startsWith(`${API_PREFIX}/`)) {
        forbidSniffing(reply);
        answerNotFound(request, reply);
      } else addCors(request, reply, () => answerNotFound(request, reply));
    },
    routerOptions: {
      querystringParser: (query) => ({ parameters: new URLSearchParams(query) }),
    },
  });
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  registerErrorHandler(app);
  const routes = createHandlers(parts);
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
  app.register(
    async (api) => {
      // First, so that every answer below has the headers that let a page read it.
      api.addHook('onRequest', addCors);
      registerRoutes(
        api,
        routes.filter(([{ hasCors }]) => hasCors),
      );
    },
    { prefix: API_PREFIX },
  );
  return app;
}
