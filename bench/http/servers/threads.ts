import { BUILT } from '../../built.ts';
import { reportTo } from '../server-process.ts';

// The built service with so many threads, in a process of its own.

const { createFoodLookup }: typeof import('../../../src/index.ts') = await import(
  `${BUILT}index.js`
);

const [, , database = '', threads] = process.argv;
const service = await createFoodLookup({
  port: 0,
  host: '127.0.0.1',
  database,
  threads: Number(threads),
  logLevel: 'warn',
});
reportTo(Number(new URL(await service.listen()).port));
