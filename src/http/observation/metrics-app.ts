import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sendError } from '../errors.ts';
import { createOwnPortApp } from '../own-port-app.ts';
import type { Metrics, ThreadCounts } from './metrics.ts';

// What the port of the metrics serves: `/metrics`, `/misses`, and the text where misses are not
// counted.

/** Serves `/metrics` and `/misses` on a port of its own, so that callers of the API cannot read it. */
export function createMetricsApp(
  metrics: Metrics,
  ofThreads: () => Promise<readonly ThreadCounts[]>,
  logger: Logger,
): FastifyInstance {
  const app = createOwnPortApp({ logger, wayOut: 'go to /metrics or /misses' });
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
