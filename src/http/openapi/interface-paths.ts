import type { Route } from '../routes.ts';
import { type OpenApiDocument, operationsOf, templateOf } from './document.ts';

// Describes the paths of other services in the OpenAPI document. Lists only their parameters, since
// those services document the responses.

const TAG = 'interfaces';
const JSON_CONTENT = { 'application/json': { schema: { type: ['object', 'array'], items: {} } } };

/** Returns the document with the paths of interfaces, except aliases. */
export function withInterfaces(document: OpenApiDocument, routes: readonly Route[]): object {
  const described = routes.filter(({ summary }) => summary !== undefined);
  if (described.length === 0) return document;
  const description = 'Paths of other services, answered from the foods of this one';
  const paths = described.map((route) => [templateOf(route.path), methodsOf(route)]);
  return {
    ...document,
    tags: [...document.tags, { name: TAG, description }],
    paths: { ...document.paths, ...Object.fromEntries(paths) },
  };
}

/** Describes the methods that a path has. */
function methodsOf(route: Route) {
  const { path, methods, parameters, summary = '' } = route;
  const parameterOf = (name: string, isInPath: boolean) => ({
    ...{ name, in: isInPath ? 'path' : 'query', required: isInPath },
    ...{ description: 'As that service defines it.', schema: { type: 'string' } },
  });
  const inPath = (path.match(/(?<=:)\w+/g) ?? []).map((name) => parameterOf(name, true));
  const responses = {
    200: { description: 'In the format of that service.', content: JSON_CONTENT },
    400: { description: 'An invalid request; the body says why.', content: JSON_CONTENT },
    404: { description: 'There is no such food.', content: JSON_CONTENT },
    default: { description: 'Any other error.', content: JSON_CONTENT },
  };
  const get = {
    operationId: '',
    tags: [TAG],
    summary,
    description: `${summary}.`,
    parameters: [...inPath, ...parameters.map((name) => parameterOf(name, false))],
    responses: {
      ...responses,
      304: { description: 'The cached response, identified by its ETag, is still current.' },
      412: { description: 'If-Match names a different ETag.', content: JSON_CONTENT },
    },
  };
  const post = {
    ...{ ...get, parameters: inPath, responses },
    requestBody: { required: true, content: bodyOf(parameters) },
  };
  const name = path.replace(/\W+(\w)?/g, (_, letter = '') => letter.toUpperCase());
  const operations: Readonly<Record<string, object>> = { ...operationsOf(route, get), post };
  const served = methods.map((method) => method.toLowerCase());
  return Object.fromEntries(
    served.map((method) => [method, { ...operations[method], operationId: `${method}${name}` }]),
  );
}

/**
 * Describes a JSON body with the same parameters as the query. Each is a string, a number or a
 * list.
 */
function bodyOf(parameters: readonly string[]) {
  const properties = Object.fromEntries(parameters.map((name) => [name, {}]));
  return { 'application/json': { schema: { type: 'object', properties } } };
}
