import { parentPort, workerData } from 'node:worker_threads';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { createCorsPolicy } from '../cors/index.ts';
import { codeOf, messageOf } from '../errors/user-error.ts';
import { createRefusalLog } from '../http/refusal-log.ts';
import { ListenError } from '../http/server/listen-error.ts';
import { ApiServer, createMetrics } from './api-server.ts';
import { createLogger } from './logger.ts';
import type { FromThread, ThreadStart, ToThread } from './thread-handle.ts';

// Runs a serving thread, which listens on the shared port and reports its counts and refusals to
// the main thread. The main thread loads the data for all threads.

const { settings, health, port, rateCounts }: Omit<ThreadStart, 'data'> = workerData;
const firstData = takeFirstData(workerData);
const metrics = await createMetrics(settings);
const server = new ApiServer({
  settings,
  corsPolicy: createCorsPolicy(settings.cors),
  health,
  logger: await createLogger(settings),
  metrics,
  rateCounts,
  // All threads refuse the same origins, so the main thread logs each origin once.
  refusals: createRefusalLog((refusal) => send({ refusal })),
  reusePort: true,
});
for (const data of firstData.splice(0)) server.replace(data);

parentPort?.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'listen':
      await listen(message.port);
      return;
    case 'data':
      server.replace(message.data);
      break;
    case 'cors':
      server.setCors(createCorsPolicy(message.cors));
      break;
    case 'health':
      server.setHealth(message.health);
      break;
    case 'counts':
      send({ done: 'counts', counts: await metrics?.counts() });
      return;
    case 'stopListening':
      await server.stopListening();
      break;
    case 'stop':
      await server.stop(message.isAtOnce);
      process.exit();
  }
  send({ done: message.kind });
});

if (port === undefined) await server.app();
// No top-level await here, for the reason given in load-thread.ts.
else void listen(port);

async function listen(free: number): Promise<void> {
  try {
    await server.listen(free);
    send({ done: 'listen' });
  } catch (error) {
    send({ fault: faultOf(error) });
  }
}

/** Returns the cause of a ListenError, or the message and code of any other error. */
function faultOf(error: unknown): NonNullable<FromThread['fault']> {
  const reason = error instanceof ListenError ? error.cause : error;
  return { message: messageOf(reason), code: codeOf(reason) };
}

/** Removes the data from `workerData`, which would keep it in memory until the thread ends. */
function takeFirstData(start: { data?: CatalogData }): CatalogData[] {
  const { data } = start;
  delete start.data;
  return data === undefined ? [] : [data];
}

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}
