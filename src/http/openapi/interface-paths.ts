import type { Route } from '../routes.ts';
import { type OpenApiDocument, templateOf } from './document.ts';

// Describes the other services' paths in the OpenAPI document: only their parameters. Those
// services document the responses.

const TAG = 'interfaces';
const JSON_CONTENT = { 'application/json': { schema: { type: ['object', 'array'], items: {} } } };

/** Returns the document with the paths of interfaces, except aliases. */
export function withInterfaces(document: OpenApiDocument, routes: readonly Route[]): object {
  const described = routes.filter(({ summary }) => summary !== undefined);
  if (described.length === 0) return document;
  const description = 'Paths of other services, answered from the foods of this one';
  return {
    ...document,
    tags: [...document.tags, { name: TAG, description }],
    paths: {
      ...document.paths,
      ...Object.fromEntries(
        described.map((route) => [templateOf(route.path), operationsOf(route)]),
      ),
    },
  };
}

function operationsOf(route: Route) {
  return Object.fromEntries(
    route.methods.map((method) => [method.toLowerCase(), operationOf(route, method)]),
  );
}

const SUMMARIES = {
  ...{ GET: '', POST: '' },
  HEAD: ': the headers alone',
  OPTIONS: ': allowed methods, and preflights',
};

function operationOf({ path, parameters, summary }: Route, method: Route['methods'][number]) {
  const inPath = path.match(/(?<=:)\w+/g) ?? [];
  const inQuery = method === 'GET' || method === 'HEAD' ? parameters : [];
  const parameterOf = (name: string, place: 'path' | 'query') => ({
    ...{ name, in: place, required: place === 'path', description: `As that service has it.` },
    schema: { type: 'string' },
  });
  const content = method === 'GET' || method === 'POST' ? { content: JSON_CONTENT } : {};
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter = '') => letter.toUpperCase())}`,
    tags: [TAG],
    summary: `${summary}${SUMMARIES[method]}`,
    description: `${summary}.`,
    parameters: [
      ...inPath.map((name) => parameterOf(name, 'path')),
      ...inQuery.map((name) => parameterOf(name, 'query')),
    ],
    ...(method === 'POST' && { requestBody: { required: true, content: bodyOf(parameters) } }),
    responses: {
      200: { description: 'As that service answers.', ...content },
      ...(inQuery.length > 0 && { 304: { description: 'As it was before.' } }),
      400: { description: 'What is wrong with the request.', ...content },
      default: { description: 'Another fault of the request, or one of the service.', ...content },
    },
  };
}

/**
 * Describes a JSON body, which has the same parameters as the query, each a text, a number or a
 * list.
 */
function bodyOf(parameters: readonly string[]) {
  const properties = Object.fromEntries(parameters.map((name) => [name, {}]));
  return { 'application/json': { schema: { type: 'object', properties } } };
}
