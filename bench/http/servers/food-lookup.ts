import { createFoodLookup } from '../../../src/index.ts';
import { reportTo } from '../server-process.ts';

const foodLookup = await createFoodLookup({ port: 0, host: '127.0.0.1', logLevel: 'warn' });
reportTo(Number(new URL(await foodLookup.listen()).port));
