import type { FastifyServerOptions } from 'fastify';

// Keeps Fastify from loading compilers of schemas, which no route has.

function refuse(): never {
  throw new Error(
    'No route has a schema: answers are bytes already, and queries are read by hand.',
  );
}

/**
 * For applications whose routes have no schemas: Fastify would load compilers for them, a hundred
 * files that take a tenth of a start.
 */
export const NO_SCHEMAS = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
} satisfies FastifyServerOptions['schemaController'];
