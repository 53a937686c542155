import { getBuiltinModule } from 'node:process';

// Loads Node's `http` quickly.

/**
 * Node's `http`. An `import` would read each of its exports, one of which loads all of `fetch`.
 * This would take 40 ms at every start, and 30 ms in every thread.
 */
export const http = getBuiltinModule('node:http');
