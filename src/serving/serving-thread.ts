import { parentPort, workerData } from 'node:worker_threads';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import { type CatalogData, createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import { createCorsPolicy } from '../cors/index.ts';
import type { Health } from '../http/health.ts';
import { RefusalLog } from '../http/refusal-log.ts';
import { HttpServer } from '../http/server/http-server.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { createLogger } from './logger.ts';
import { createServingApp } from './serving-app.ts';
import type { FromThread, ThreadStart, ToThread } from './thread-handle.ts';

// A thread that serves on the port that it shares with others. The main thread loads for all.

const { settings, port, hasMetrics, rateCounts }: Omit<ThreadStart, 'data'> = workerData;
let { health }: { health: Health } = workerData;
const catalog = new CurrentCatalog();
takeFirstData(workerData);
let corsPolicy = createCorsPolicy(settings.cors);
const metrics = hasMetrics
  ? new (await import('../http/observation/metrics.ts')).Metrics()
  : undefined;
const logger = await createLogger(settings.logLevel);
const app = createServingApp({
  settings,
  catalog,
  corsPolicy: () => corsPolicy,
  health: () => health,
  logger,
  metrics,
  rateCounts,
  // All threads refuse the same origins: the main thread logs each once.
  refusals: new RefusalLog((refusal) => send({ refusal })),
});
const server = new HttpServer(app.routing, {
  limits: settings.limits,
  hostNames: settings,
  tls: settings.tls,
  onHangUp: metrics?.countHangUp,
  onError: (err) => logger.error({ err }, 'Cannot accept connections'),
  onTlsFault: ({ message }) => logger.error(`${message} The previous certificate stays in use.`),
  reusePort: true,
});

parentPort?.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'data':
      catalog.replace(createMemoryCatalog(message.data, settings.fuzzy));
      send({ hasData: true });
      break;
    case 'cors':
      corsPolicy = createCorsPolicy(message.cors);
      break;
    case 'health':
      health = message.health;
      break;
    case 'metrics':
      send({ metrics: await metrics?.values() });
      break;
    case 'stopListening':
      await server.stopListening();
      send({ hasStoppedListening: true });
      break;
    case 'stop':
      await (message.isAtOnce ? server.close() : server.stop());
      process.exit();
  }
});

await app.ready();
try {
  await server.listen(settings.host, port);
  send({ isListening: true });
} catch (error) {
  send({ fault: faultOf(error) });
}

/** The reason below a ListenError, or any other fault. */
function faultOf(error: unknown): NonNullable<FromThread['fault']> {
  const reason = error instanceof ListenError ? error.cause : error;
  if (!(reason instanceof Error)) return { message: String(reason), code: undefined };
  return { message: reason.message, code: 'code' in reason ? String(reason.code) : undefined };
}

/** Takes the data out of `workerData`: what is left there stays in memory until the thread ends. */
function takeFirstData(start: { data?: CatalogData }): void {
  if (start.data !== undefined) catalog.replace(createMemoryCatalog(start.data, settings.fuzzy));
  delete start.data;
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
