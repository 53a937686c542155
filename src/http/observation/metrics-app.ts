import Fastify, { type FastifyInstance } from 'fastify';
import { registerErrorHandler, sendError } from '../errors.ts';
import { NO_SCHEMAS } from '../no-schemas.ts';
import { refusalOf } from '../server/refused-requests.ts';
import type { Metrics, MetricValues } from './metrics.ts';

/** Serves `/metrics` on a port of its own, so that callers of the API cannot read it. */
export function createMetricsApp(
  metrics: Metrics,
  ofThreads: () => Promise<readonly MetricValues[]>,
): FastifyInstance {
  const app = Fastify({ schemaController: NO_SCHEMAS });
  registerErrorHandler(app);
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw);
    if (refusal === undefined) done();
    else sendError(reply, refusal);
  });
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, { code: 'notFound', message: 'There is nothing here: go to /metrics' }),
  );
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.text(await ofThreads());
    return reply.type(metrics.contentType).send(text);
  });
  return app;
}
