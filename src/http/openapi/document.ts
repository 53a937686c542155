import type { TableTerms } from '../../food/table-terms.ts';
import { ROUTES, type Route, type RouteName } from '../routes.ts';
import { type AnswerDocs, OPERATIONS, type Operation } from './operations.ts';
import { SCHEMAS, type Schema, schemaRef } from './schemas.ts';

// The OpenAPI document: its title, its description, its other errors; the rest comes from routes.ts
// and operations.ts.

/** An OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1), as far as this service has one. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface OpenApiOperation {
  readonly operationId: RouteName;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, Schema>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

const DESCRIPTION =
  'Food search for web pages. HEAD works wherever GET does. OPTIONS and CORS headers apply to the ' +
  'paths under /api: whether a page may read an answer depends on the origins that this service ' +
  'allows. Errors are JSON objects with one field, `error`.';

/** What the service can be asked, made from its table of routes. */
export function createOpenApiDocument(version: string, terms?: TableTerms): OpenApiDocument {
  const names = Object.keys(ROUTES).filter(isRouteName);
  return {
    openapi: '3.1.1',
    info: { title: 'Food Lookup', version, description: description(terms) },
    // Relative to this document: the service may be below a prefix of another program.
    servers: [{ url: '.', description: 'This service' }],
    paths: Object.fromEntries(
      names.map((name) => [
        templateOf(ROUTES[name].path),
        { get: operationOf(name, ROUTES[name], OPERATIONS[name]) },
      ]),
    ),
    components: { schemas: SCHEMAS },
  };
}

/** `info.license` would be that of the API: the one of the foods is told in words. */
function description(terms: TableTerms | undefined): string {
  if (terms === undefined) return DESCRIPTION;
  const { license, attribution } = terms;
  const source = attribution === undefined ? '' : ` Source: ${attribution}.`;
  return `${DESCRIPTION} The foods are under ${license}.${source}`;
}

function isRouteName(name: string): name is RouteName {
  return name in ROUTES;
}

/** The path as OpenAPI writes it: `{id}` for `:id`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function operationOf(name: RouteName, route: Route, operation: Operation): OpenApiOperation {
  const { summary, description, parameters, answers } = operation;
  const responses = Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)]);
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    parameters: Object.entries(parameters).map(([parameter, docs]) => {
      const isInPath = !route.parameters.includes(parameter);
      return { name: parameter, in: isInPath ? 'path' : 'query', required: isInPath, ...docs };
    }),
    responses: {
      ...Object.fromEntries(responses),
      default: responseOf({
        description: 'Any other error. With 503 and 429, `Retry-After` says when to try again.',
        type: 'application/json',
        schema: schemaRef('Error'),
      }),
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
