import { getBuiltinModule } from 'node:process';

/**
 * Node's `http`. An `import` of it would read each of its exports, one of which loads all of
 * `fetch`: 40 ms of every start, and 30 of every thread.
 */
export const http = getBuiltinModule('node:http');
