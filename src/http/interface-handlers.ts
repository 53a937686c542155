import type { FastifyRequest } from 'fastify';
import type { FoodCatalog } from '../catalog/food-catalog.ts';
import { type Nutrient, readNutrients } from '../catalog/nutrients.ts';
import { FDC } from '../interfaces/fdc/routes.ts';
import { createFoodSource, type FoodSource, type SourceParts } from '../interfaces/food-source.ts';
import {
  type InterfaceName,
  type InterfaceRoute,
  isInterfaceName,
  TRANS_FAT,
} from '../interfaces/interface.ts';
import { OPEN_FOOD_FACTS } from '../interfaces/openfoodfacts/routes.ts';
import { callerOf } from './callers/caller.ts';
import { sendInternalError, sendThrown } from './errors.ts';
import { parametersIn } from './request-body.ts';
import { answerConditional, sendTerms } from './response-headers.ts';
import type { AnsweredRoute, Handler, Route } from './routes.ts';
import { JSON_TYPE, type SearchParts } from './search-handler.ts';

// Serves the paths that `--interfaces` enables, `POST /mcp` included, with the API's catalog and
// limits.

/** The services that take a query string, or a body with the same parameters. */
type RestName = Exclude<InterfaceName, 'mcp'>;

/** Which paths under a prefix are served, for the message of a 404. */
interface Scope {
  readonly prefix: string;
  readonly text: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The scopes of the enabled services, with the narrowest prefix first. */
    readonly scopes: readonly Scope[];
  }
}

interface RestService extends Pick<Route, 'headers' | 'limitBody'> {
  readonly routes: readonly InterfaceRoute[];
  readonly scope: Scope;
}

const SERVICES: Readonly<Record<RestName, RestService>> = {
  fdc: {
    routes: FDC,
    scope: {
      prefix: '/fdc',
      text: 'for FoodData Central, only searches, foods and lists are served',
    },
    headers: ['Content-Type', 'X-Api-Key'],
    limitBody: (message) => ({ error: { code: 'OVER_RATE_LIMIT', message } }),
  },
  // The prefix is `/`, since facets can have any path.
  openfoodfacts: {
    routes: OPEN_FOOD_FACTS,
    scope: {
      prefix: '/',
      text: 'for Open Food Facts, only products by barcode and searches are served, not images, facets, taxonomies, logins or writes',
    },
  },
};

export function scopesOf(names: readonly string[] = []): readonly Scope[] {
  return Object.entries(SERVICES).flatMap(([name, { scope }]) =>
    names.includes(name) ? scope : [],
  );
}

/** Returns the routes of these interfaces with their handlers. */
export function createInterfaceHandlers(
  names: readonly string[],
  parts: SearchParts & { readonly version: string },
): AnsweredRoute[] {
  const nutrients = names.length === 0 ? [] : [...readNutrients(), TRANS_FAT];
  return names.filter(isInterfaceName).flatMap((name) => {
    if (name === 'mcp') return [createMcpRoute(parts, parts.version, nutrients)];
    const { routes, scope: _, ...details } = SERVICES[name];
    return routes.map((route): AnsweredRoute => {
      const { path, takesBody, parameters, summary } = route;
      const methods = ['GET', 'HEAD', 'OPTIONS', ...(takesBody ? ['POST' as const] : [])] as const;
      const described = { path, methods, parameters, summary, hasCors: true, ...details };
      return [described, createHandler(route, parts, nutrients)];
    });
  });
}

function createHandler(
  { answer }: InterfaceRoute,
  parts: SearchParts,
  nutrients: readonly Nutrient[],
): Handler {
  const { cacheControl, terms } = parts;
  return (request, reply) => {
    const catalog = parts.catalog.get();
    const isPost = request.method === 'POST';
    const { parameters } = request.query;
    const source = sourceFor(request, catalog, { nutrients, terms });
    const respond = async () => {
      const query = isPost ? parametersIn(request.body, parameters) : parameters;
      const { status, body } = await answer({ params: request.params, query }, source);
      // Preconditions apply only to requests that would succeed (RFC 9110, 13.2.1).
      if (status === 200 && isPost) {
        sendTerms(reply, terms);
        reply.header('cache-control', cacheControl);
      } else if (status === 200 && answerConditional(request, reply, catalog, parts)) return;
      const json = body instanceof Uint8Array ? body : JSON.stringify(body);
      reply.code(status).header('content-type', JSON_TYPE).send(json);
    };
    respond().catch((error: unknown) => sendThrown(reply, error));
  };
}

/**
 * Returns the food source for a request. In the queue and for the rate limit, its searches count as
 * searches of the request's caller.
 */
function sourceFor(
  request: FastifyRequest,
  catalog: FoodCatalog,
  parts: Pick<SourceParts, 'nutrients' | 'terms'>,
): FoodSource {
  const countMore = (searches: number) => request.countMore?.(searches);
  return createFoodSource(catalog, { ...parts, countMore, caller: () => callerOf(request) });
}

/** The headers that the MCP library reads. */
const MCP_HEADERS = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** Error codes of JSON-RPC 2.0, section 5.1. */
const [PARSE_ERROR, INVALID_REQUEST] = [-32_700, -32_600];

const rpcError = (code: number, message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
});

const MCP_ROUTE: Route = {
  path: '/mcp',
  methods: ['POST', 'OPTIONS'],
  parameters: [],
  hasCors: true,
  summary: 'A message of the Model Context Protocol',
  refusesOrigins: true,
  unreadableBody: (message) => rpcError(PARSE_ERROR, message),
  headers: ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id'],
};

/** Returns the MCP route and its handler. */
function createMcpRoute(
  { catalog: current, terms }: SearchParts,
  version: string,
  nutrients: readonly Nutrient[],
): AnsweredRoute {
  const loading = import('../interfaces/mcp/server.ts');
  return [
    MCP_ROUTE,
    (request, reply) => {
      const catalog = current.get();
      if (Array.isArray(request.body)) {
        const message = 'The body is a list: send one message at a time';
        reply.code(400).send(rpcError(INVALID_REQUEST, message));
        return;
      }
      const { headers } = request;
      const own = MCP_HEADERS.flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      const source = sourceFor(request, catalog, { nutrients, terms });
      const onFault = (err: unknown) => request.log.error({ reqId: request.id, err }, 'MCP');
      loading
        .then(({ answerMessage, foodTools }) =>
          answerMessage(Object.fromEntries(own), request.body, {
            ...{ version, tools: foodTools(source), onFault },
          }),
        )
        .then(({ status, type, body }) => {
          if (type !== null) reply.header('content-type', type);
          reply.code(status).send(body === '' ? undefined : body);
        })
        .catch((error: unknown) => sendInternalError(reply, error));
    },
  ];
}
