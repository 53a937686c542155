import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerErrorHandler, sendError } from '../errors.ts';
import { NO_SCHEMAS } from '../no-schemas.ts';
import { requestLog } from '../request-log.ts';
import { refusalOf } from '../server/refused-requests.ts';
import type { Metrics, ThreadCounts } from './metrics.ts';

// Serves `/metrics` and `/misses` on a port of their own.

/** Serves `/metrics` and `/misses` on a port of its own, so that callers of the API cannot read it. */
export function createMetricsApp(
  metrics: Metrics,
  ofThreads: () => Promise<readonly ThreadCounts[]>,
  logger: Logger,
): FastifyInstance {
  const app = Fastify({ schemaController: NO_SCHEMAS, ...requestLog(logger) });
  registerErrorHandler(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw);
    if (refusal === undefined) done();
    else sendError(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, {
      code: 'notFound',
      message: 'There is nothing here: go to /metrics or /misses',
    }),
  );
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.text(await ofThreads());
    return reply.type(metrics.contentType).send(text);
  });
  app.get('/misses', async (_request, reply) => {
    const misses = metrics.misses(await ofThreads());
    if (misses === undefined) return sendError(reply, NOT_COUNTED);
    return reply.header('cache-control', 'no-store').send(misses);
  });
  return app;
}

const NOT_COUNTED = {
  code: 'notFound',
  message: 'Searches that find nothing are not counted: start with --count-misses (COUNT_MISSES)',
} as const;
