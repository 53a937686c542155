import type { FastifyInstance } from 'fastify';

// `GET /explain` of the page: why an origin is refused, and all origins to allow.

/** Why the service answers an origin as it does, and all origins to allow so that it is allowed. */
export type ExplainOrigin = (
  origin: string,
) => Promise<{ readonly message: string; readonly fix?: readonly string[] }>;

/**
 * `GET /explain?origin=…`: what `food-lookup cors explain` says of an origin, for a page that the
 * browser keeps from reading answers. The list replaces a setting, so it has all that is allowed now.
 */
export function registerExplanation(app: FastifyInstance, explainOrigin: ExplainOrigin): void {
  app.get('/explain', async (request) => {
    const { searchParams } = new URL(request.url, 'http://page');
    return explainOrigin(searchParams.get('origin') ?? '');
  });
}
