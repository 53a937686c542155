import type { Route } from '../routes.ts';
import { type OpenApiDocument, templateOf } from './document.ts';

// Paths of other services in the OpenAPI document: what they take. How they answer is those services' own.

const TAG = 'interfaces';
const JSON_CONTENT = { 'application/json': { schema: { type: ['object', 'array'] } } };

/** The document with the paths of interfaces, but for aliases. */
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
  const methods = (['GET', 'POST'] as const).filter((method) => route.methods.includes(method));
  return Object.fromEntries(
    methods.map((method) => [method.toLowerCase(), operationOf(route, method)]),
  );
}

function operationOf({ path, parameters, summary }: Route, method: 'GET' | 'POST') {
  const inPath = path.match(/(?<=:)\w+/g) ?? [];
  const inQuery = method === 'GET' ? parameters : [];
  const parameterOf = (name: string, place: 'path' | 'query') => ({
    ...{ name, in: place, required: place === 'path', description: 'As in that service.' },
    schema: { type: 'string' },
  });
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter = '') => letter.toUpperCase())}`,
    tags: [TAG],
    ...{ summary, description: `${summary}.` },
    parameters: [
      ...inPath.map((name) => parameterOf(name, 'path')),
      ...inQuery.map((name) => parameterOf(name, 'query')),
    ],
    ...(method === 'POST' && { requestBody: { required: true, content: JSON_CONTENT } }),
    responses: {
      200: { description: 'The answer, as from that service.', content: JSON_CONTENT },
      '4XX': { description: 'What is wrong with the request.', content: JSON_CONTENT },
      '5XX': { description: 'An error of the service.', content: JSON_CONTENT },
    },
  };
}
