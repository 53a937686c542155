import type { FastifyReply, FastifyRequest } from 'fastify';

// Defines the table of routes: their paths, methods and parameters, and whether CORS applies.

/**
 * A path of the service. 404, 405 and `Allow` follow from it. `Access-Control-Allow-Methods` has
 * `DEFAULT_METHODS` (`cors/response-headers.ts`), and POST if the path takes it.
 */
export interface Route {
  /** Begins with a slash; `:name` matches one segment. A trailing slash makes no difference. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'OPTIONS' | 'POST')[];
  /** The query parameters that the route reads. Others are ignored. */
  readonly parameters: readonly string[];
  /** Whether the CORS policy applies, so that pages from other origins may read the responses. */
  readonly hasCors: boolean;
  /** A description; only for a path of an interface. */
  readonly summary?: string | undefined;
  /**
   * Headers that callers of the route send. Preflights grant them to every allowed origin, even if
   * the settings do not.
   */
  readonly headers?: readonly string[];
  /**
   * Whether POST requests from an origin that the policy refuses get a 403, as the Model Context
   * Protocol requires.
   */
  readonly refusesOrigins?: boolean;
  /** The body of a 429, if callers of the route expect a different one. */
  readonly limitBody?: (message: string) => unknown;
  /** The body for JSON that cannot be read, if callers of the route expect a different one. */
  readonly unreadableBody?: (message: string) => unknown;
}

/** How the application parses a URL's query, once for every route. */
export interface Query {
  readonly Querystring: { readonly parameters: URLSearchParams };
  /** The decoded value of each `:name` in the path. */
  readonly Params: { readonly [name: string]: string };
}

/** Answers GET, HEAD or POST on a route. */
export type Handler = (request: FastifyRequest<Query>, reply: FastifyReply) => void;

/** A route in the table with its handler. */
export type AnsweredRoute = readonly [route: Route, handler: Handler];

/** Every path under this prefix has CORS headers, even unknown paths. */
export const API_PREFIX = '/api';

/** The properties shared by all paths under {@link API_PREFIX}, or by all others. */
const API_ROUTE = { methods: ['GET', 'HEAD', 'OPTIONS'], hasCors: true } as const;
const OTHER_ROUTE = { methods: ['GET', 'HEAD'], parameters: [], hasCors: false } as const;

/** Every path except those of interfaces. Each needs a handler in `handlers.ts`. */
export const ROUTES = {
  index: { path: '/', ...OTHER_ROUTE },
  search: {
    path: `${API_PREFIX}/food`,
    ...API_ROUTE,
    parameters: [
      ...(['q', 'match', 'lang', 'limit', 'fields'] as const),
      ...(['where', 'sort', 'offset', 'count', 'format'] as const),
    ],
  },
  foods: {
    path: `${API_PREFIX}/foods`,
    ...API_ROUTE,
    parameters: ['ids', 'where', 'sort', 'offset', 'count', 'limit', 'fields', 'format'],
  },
  groups: {
    path: `${API_PREFIX}/groups`,
    ...API_ROUTE,
    parameters: ['column', 'q', 'match', 'lang', 'where'],
  },
  food: { path: `${API_PREFIX}/food/:id`, ...API_ROUTE, parameters: ['fields'] },
  meal: {
    path: `${API_PREFIX}/meal`,
    ...API_ROUTE,
    parameters: ['line', 'text', 'lang', 'fields', 'servings'],
  },
  fields: { path: `${API_PREFIX}/fields`, ...API_ROUTE, parameters: [] },
  openapi: { path: '/openapi.json', ...OTHER_ROUTE },
  reference: { path: '/docs', ...OTHER_ROUTE },
  live: { path: '/health/live', ...OTHER_ROUTE },
  ready: { path: '/health/ready', ...OTHER_ROUTE },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof ROUTES;

/** An example search, for messages and for `/`. */
export const EXAMPLE_SEARCH = `${ROUTES.search.path}?q=cheese`;

/**
 * Returns the part of a URL that may be logged. For a meal, this is only the path. API keys for
 * other services are hidden.
 */
export function loggedUrl(request: Pick<FastifyRequest, 'routeOptions' | 'is404' | 'url'>): string {
  if (routeOf(request) === ROUTES.meal) return ROUTES.meal.path;
  return withoutKeys(request.url);
}

/** Hides the API keys in a URL, since programs send their keys for other services. */
export function withoutKeys(url: string): string {
  return url.replace(/([?&]api_key=)[^&#]*/gi, '$1…');
}

/** Returns the methods as the value of the `Allow` header. */
export function allowOf({ methods }: Pick<Route, 'methods'>): string {
  return methods.join(', ');
}

/**
 * Returns the route that a request belongs to; `undefined` for an unknown path. For a method that
 * is not allowed, only the routes in the table count.
 */
export function routeOf({
  routeOptions,
  is404,
  url,
}: Pick<FastifyRequest, 'routeOptions' | 'is404' | 'url'>): Route | undefined {
  return is404 ? routeAt(url) : routeOptions.config.route;
}

/** Returns the paths of a route, with and without a trailing slash. */
export function pathsOf({ path }: Pick<Route, 'path'>): readonly string[] {
  return path === '/' ? [path] : [path, `${path}/`];
}

const ALL_ROUTES = Object.values<Route>(ROUTES);

/** Returns the route whose path matches a target, even if it does not allow the method. */
export function routeAt(url: string, routes: readonly Route[] = ALL_ROUTES): Route | undefined {
  const segments = pathOf(url, decodeURI).split('/');
  const isOf = (pattern: readonly string[]) =>
    pattern.length === segments.length &&
    pattern.every((part, i) => part.startsWith(':') || part === segments[i]);
  return routes.find((route) => pathsOf(route).some((path) => isOf(path.split('/'))));
}

/**
 * Returns the path of a request's target, which may be an absolute URL. A path that cannot be
 * decoded is returned as is.
 */
export function pathOf(url: string, decode = decodeURIComponent): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decode(path || '/');
  } catch {
    return path;
  }
}
