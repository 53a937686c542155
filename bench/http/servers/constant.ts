// The very same application, with a catalog that has one answer to everything. It shows what Fastify,
// the CORS policy and the wire cost, and so the limit for any search.
import { pino } from 'pino';
import { APP_PARTS } from '../../../test/app-parts.ts';
import { BUILT } from '../../built.ts';
import { reportTo } from '../server-process.ts';

const { createCorsPolicy }: typeof import('../../../src/cors/index.ts') = await import(
  `${BUILT}cors/index.js`
);
const { CurrentCatalog }: typeof import('../../../src/catalog/current-catalog.ts') = await import(
  `${BUILT}catalog/current-catalog.js`
);
const { createApp }: typeof import('../../../src/http/app.ts') = await import(
  `${BUILT}http/app.js`
);
const { HttpServer }: typeof import('../../../src/http/server/http-server.ts') = await import(
  `${BUILT}http/server/http-server.js`
);
const { DEFAULT_LIMITS }: typeof import('../../../src/http/server/limits.ts') = await import(
  `${BUILT}http/server/limits.js`
);

const body = Buffer.alloc(Number(process.env.BODY_BYTES), ' ');
const corsPolicy = createCorsPolicy({ origin: 'http://localhost:3000' });
const app = createApp({
  catalog: new CurrentCatalog({
    size: 1,
    revision: 'constant',
    fields: [],
    key: undefined,
    food: () => undefined,
    columns: [],
    foods: () => ({ body: Buffer.from('[]'), missing: [] }),
    search: () => ({ body }),
  }),
  corsPolicy: () => corsPolicy,
  logger: pino({ level: 'warn' }),
  ...APP_PARTS,
});
await app.ready();
const server = new HttpServer(app.routing, {
  limits: DEFAULT_LIMITS,
  hostNames: { host: '127.0.0.1', allowedHosts: [] },
});
reportTo(Number(new URL(await server.listen('127.0.0.1', 0)).port));
