import { BUILT } from '../../built.ts';
import { reportTo } from '../server-process.ts';

// The built service, for the bench over HTTP.

const { createFoodLookup }: typeof import('../../../src/index.ts') = await import(
  `${BUILT}index.js`
);
const { DATABASE: database, THREADS: threads } = process.env;
const foodLookup = await createFoodLookup({
  port: 0,
  host: '127.0.0.1',
  logLevel: 'warn',
  ...(database && { database }),
  ...(threads && { threads: Number(threads) }),
});
reportTo(Number(new URL(await foodLookup.listen()).port));
