import Fastify, {
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import type { Logger } from 'pino';
import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { CorsPolicy } from '../cors/index.ts';
import { answerClientError } from './client-error.ts';
import { createCorsHook } from './cors-hook.ts';
import { registerErrorHandler } from './errors.ts';
import { parseFoodParameters } from './food-query.ts';
import { API_PREFIX, FOOD_PATH, registerFoodRoute } from './food-route.ts';
import { SERVER_LIMITS } from './limits.ts';
import { RefusalLog } from './refusal-log.ts';
import { applicationLog, RequestLog } from './request-log.ts';
import { answerUnknown, registerUnknown } from './unknown.ts';

/** A request without a connection: method, url, headers. */
export type InjectRequest = InjectOptions;
/** Its answer: statusCode, headers, body, json(). */
export type InjectResponse = LightMyRequestResponse;

/** What the service is made of. */
export interface AppParts {
  readonly catalog: CurrentCatalog;
  readonly corsPolicy: CorsPolicy;
  readonly logger: Logger;
  /** The version of this software: another one may rank, and so answer, in another way. */
  readonly version: string;
}

/** The service as a Fastify application: it listens nowhere yet. */
export function createApp({ catalog, corsPolicy, logger, version }: AppParts): FastifyInstance {
  const addCors = createCorsHook(corsPolicy, new RefusalLog((line) => logger.warn(line)));
  const app = Fastify({
    ...SERVER_LIMITS,
    loggerInstance: applicationLog(logger),
    logController: new RequestLog(logger.isLevelEnabled('debug')),
    // A logger a request costs more than a search; the few lines written name the request themselves.
    childLoggerFactory: (parent) => parent,
    forceCloseConnections: true,
    clientErrorHandler: answerClientError,
    // A path with a broken percent-encoding is one more unknown path; the router refuses it before
    // any hook runs.
    frameworkErrors: (_fault, request, reply) => {
      if (!request.url.startsWith(`${API_PREFIX}/`)) answerUnknown(request, reply);
      else addCors(request, reply, () => answerUnknown(request, reply));
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: (query) => ({ ...parseFoodParameters(query) }),
    },
  });
  registerErrorHandler(app);
  app.register(async (site) => {
    registerUnknown(site);
    site.get('/', (_request, reply) => {
      reply.send({
        name: 'Food Lookup',
        version,
        foods: catalog.take().size,
        search: `${FOOD_PATH}?q=cheese`,
      });
    });
  });
  app.register(
    async (api) => {
      // First of all, so that every answer below has the headers that let a page read it.
      api.addHook('onRequest', addCors);
      registerUnknown(api);
      registerFoodRoute(api, catalog, version);
    },
    { prefix: API_PREFIX },
  );
  return app;
}
