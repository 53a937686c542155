import type { TableTerms } from '../../food/table-terms.ts';
import { allowOf, ROUTES, type Route, type RouteName } from '../routes.ts';
import { type AnswerDocs, jsonAnswer, OPERATIONS, type Operation } from './operations.ts';
import { SCHEMAS, type Schema } from './schemas.ts';

// Creates the OpenAPI document from routes.ts and operations.ts.

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>;

/** The description of a method of a path. */
export type OpenApiOperation = ReturnType<typeof operationOf>;

export type OpenApiParameter = OpenApiOperation['parameters'][number];

const DESCRIPTION =
  'Food search for web pages. CORS headers apply to the paths under /api: whether a page may read a ' +
  'response depends on the origins that this service allows. Errors are JSON objects with one field, ' +
  '`error`.';

/** Creates the document from the table of routes. */
export function createOpenApiDocument(version: string, terms: readonly TableTerms[] = []) {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Food Lookup',
      version,
      description: description(terms),
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT License', identifier: 'MIT' },
    },
    // The URL is relative to this document, which another program may serve under a prefix.
    servers: [{ url: '.', description: 'This service' }],
    security: [],
    tags: [
      { name: 'foods', description: 'For web pages' },
      { name: 'service', description: 'About the service' },
    ],
    paths: Object.fromEntries(
      names.map((name) => {
        const route: Route = ROUTES[name];
        const get = operationOf(name, route, OPERATIONS[name]);
        return [templateOf(route.path), operationsOf(route, get)];
      }),
    ),
    components: { schemas: SCHEMAS },
  };
}

/** The program's license is in `info.license`. The description names the licenses of the foods. */
function description(terms: readonly TableTerms[]): string {
  const texts = terms.map(({ license, attribution }) => {
    const source = attribution === undefined ? '' : ` Source: ${attribution}.`;
    return `The foods are under ${license}.${source}`;
  });
  return [DESCRIPTION, ...texts].join(' ');
}

/** Writes a path as OpenAPI does: `{id}` for `:id`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** Describes the methods of a route, given its GET. */
export function operationsOf(route: Route, get: OpenApiOperation) {
  const head = {
    ...get,
    operationId: `${get.operationId}Head`,
    summary: `${get.summary}: headers only`,
    responses: Object.fromEntries(
      Object.entries(get.responses).map(([status, { content, ...response }]) => [status, response]),
    ),
  };
  return route.methods.includes('OPTIONS')
    ? { get, head, options: optionsOf(get, route) }
    : { get, head };
}

function operationOf(name: RouteName, route: Route, operation: Operation) {
  const { summary, parameters, answers } = operation;
  const { description = answers[200]?.description ?? summary } = operation;
  const own = Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)]);
  const responses: Readonly<Record<string, Schema>> = { ...ERRORS, ...Object.fromEntries(own) };
  return {
    operationId: String(name),
    tags: [route.hasCors ? 'foods' : 'service'],
    summary,
    description,
    parameters: Object.entries(parameters).map(([parameter, docs]) => {
      const isInPath = !route.parameters.includes(parameter);
      return { name: parameter, in: isInPath ? 'path' : 'query', required: isInPath, ...docs };
    }),
    responses,
  };
}

/** Describes OPTIONS: a browser's preflight, or a request for the methods. */
function optionsOf(get: OpenApiOperation, route: Route) {
  return {
    ...get,
    operationId: `${get.operationId}Options`,
    summary: 'Allowed methods, and preflights',
    description: 'The same for all origins; an allowed origin also gets the CORS headers.',
    parameters: get.parameters.filter((parameter) => parameter.in === 'path'),
    responses: {
      200: {
        description: 'The methods.',
        headers: {
          Allow: { description: 'The methods.', schema: { type: 'string', const: allowOf(route) } },
        },
      },
      400: { ...get.responses[400], description: ERRORS[400].description },
      default: get.responses.default,
    },
  };
}

function responseOf({ description, type, schema, csv, headers }: AnswerDocs): Schema {
  const content = {
    ...(type !== undefined && { [type]: { schema } }),
    ...(csv !== undefined && { 'text/csv': { schema: csv } }),
  };
  return {
    description,
    ...(headers !== undefined && { headers }),
    ...(type !== undefined && { content }),
  };
}

/**
 * The errors that every path may return. `4XX` and `5XX` are not used, since some generators turn
 * them into clients that do not compile.
 */
const ERRORS = {
  400: responseOf(jsonAnswer('An invalid request.', 'Error')),
  default: responseOf(
    jsonAnswer('Any other error. With 429 and 503, `Retry-After` says when to try again.', 'Error'),
  ),
};
