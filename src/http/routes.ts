import type { FastifyReply, FastifyRequest } from 'fastify';

// The table of routes: paths, methods, parameters, which have CORS; the example search of messages.

/**
 * A path of the service. 404, 405 and `Allow` follow from it. `Access-Control-Allow-Methods` does not:
 * it is the policy's, by default `DEFAULT_METHODS` in `cors/response-headers.ts`.
 */
export interface Route {
  /** Begins with a slash; `:name` matches one segment. One slash at the end makes no difference. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'HEAD' | 'OPTIONS' | 'POST')[];
  /** The query parameters it reads. Any other is ignored. */
  readonly parameters: readonly string[];
  /** Whether the CORS policy applies, so that pages of other origins may read the answers. */
  readonly hasCors: boolean;
  /** Of a path of another service, what it does. */
  readonly summary?: string | undefined;
  /** Headers that its callers send: preflights grant them, whatever is configured. */
  readonly headers?: readonly string[];
  /** Whether requests of an origin that the policy refuses get 403, since they might do something. */
  readonly refusesOrigins?: boolean;
  /** The body of 429, where its callers know another than that of every error. */
  readonly limitBody?: (message: string) => unknown;
  /** The body of the answer to JSON that cannot be read, likewise. */
  readonly unreadableBody?: (message: string) => unknown;
}

/** How the application parses the part of an address after the `?`, once for every route. */
export interface Query {
  readonly Querystring: { readonly parameters: URLSearchParams };
  /** What the `:name` of a path stands for, decoded. */
  readonly Params: { readonly [name: string]: string };
}

/** Answers GET, HEAD and POST of a route. */
export type Handler = (request: FastifyRequest<Query>, reply: FastifyReply) => void;

/** A route of the table and the function that answers it. */
export type AnsweredRoute = readonly [route: Route, handler: Handler];

/** Everything below it has CORS headers, unknown paths included. */
export const API_PREFIX = '/api';

/** Every path there is. The handler of each must be registered in `createHandlers`, `handlers.ts`. */
export const ROUTES = {
  index: { path: '/', methods: ['GET', 'HEAD'], parameters: [], hasCors: false },
  search: {
    path: `${API_PREFIX}/food`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: [
      ...(['q', 'match', 'lang', 'limit', 'fields'] as const),
      ...(['where', 'sort', 'offset', 'count', 'format'] as const),
    ],
    hasCors: true,
  },
  foods: {
    path: `${API_PREFIX}/foods`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: ['ids', 'where', 'sort', 'offset', 'count', 'limit', 'fields', 'format'],
    hasCors: true,
  },
  groups: {
    path: `${API_PREFIX}/groups`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: ['column', 'q', 'match', 'lang', 'where'],
    hasCors: true,
  },
  food: {
    path: `${API_PREFIX}/food/:id`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: ['fields'],
    hasCors: true,
  },
  meal: {
    path: `${API_PREFIX}/meal`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: ['line', 'text', 'lang', 'fields', 'servings'],
    hasCors: true,
  },
  fields: {
    path: `${API_PREFIX}/fields`,
    methods: ['GET', 'HEAD', 'OPTIONS'],
    parameters: [],
    hasCors: true,
  },
  openapi: { path: '/openapi.json', methods: ['GET', 'HEAD'], parameters: [], hasCors: false },
  reference: { path: '/docs', methods: ['GET', 'HEAD'], parameters: [], hasCors: false },
  live: { path: '/health/live', methods: ['GET', 'HEAD'], parameters: [], hasCors: false },
  ready: { path: '/health/ready', methods: ['GET', 'HEAD'], parameters: [], hasCors: false },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof ROUTES;

/** A search to try, for messages and the index. */
export const EXAMPLE_SEARCH = `${ROUTES.search.path}?q=cheese`;

/** What a log may have of an address: of a meal, its path alone; no key of another service. */
export function loggedUrl(request: Pick<FastifyRequest, 'routeOptions' | 'is404' | 'url'>): string {
  if (routeOf(request) === ROUTES.meal) return ROUTES.meal.path;
  return withoutKeys(request.url);
}

/** Programs send the keys that they have for other services. */
export function withoutKeys(url: string): string {
  return url.replace(/([?&]api_key=)[^&#]*/gi, '$1…');
}

/** The methods as the header `Allow` lists them. */
export function allowOf({ methods }: Pick<Route, 'methods'>): string {
  return methods.join(', ');
}

/** The route of the table that a request belongs to, whatever its method: none for an unknown path. */
export function routeOf({
  routeOptions,
  is404,
  url,
}: Pick<FastifyRequest, 'routeOptions' | 'is404' | 'url'>): Route | undefined {
  return is404 ? routeAt(url) : routeOptions.config.route;
}

/** The paths of a route: one slash at the end makes no difference. */
export function pathsOf({ path }: Pick<Route, 'path'>): readonly string[] {
  return path === '/' ? [path] : [path, `${path}/`];
}

const ALL_ROUTES = Object.values<Route>(ROUTES);

/** The route that the router finds for a target, were its method one of the route's. */
export function routeAt(url: string, routes: readonly Route[] = ALL_ROUTES): Route | undefined {
  const segments = pathOf(url, decodeURI).split('/');
  const isOf = (pattern: readonly string[]) =>
    pattern.length === segments.length &&
    pattern.every((part, i) => part.startsWith(':') || part === segments[i]);
  return routes.find((route) => pathsOf(route).some((path) => isOf(path.split('/'))));
}

/** The path of a request's target, which may be a whole address; as it is where it cannot be decoded. */
export function pathOf(url: string, decode = decodeURIComponent): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decode(path || '/');
  } catch {
    return path;
  }
}
