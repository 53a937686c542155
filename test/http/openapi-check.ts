import { Ajv2020 } from 'ajv/dist/2020.js';
import { createOpenApiDocument, templateOf } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';

// Checks responses against the OpenAPI document.

const document = createOpenApiDocument('0');
const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ ...document }, 'openapi');

/** A response to check, whatever sent it. */
export interface DescribedAnswer {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string;
}

/**
 * Returns how a response differs from the OpenAPI document: nothing if it agrees, or if the
 * document does not describe the path.
 */
export function disagreements({ method, path, status, type, body }: DescribedAnswer): string[] {
  const template = templateFor(path);
  if (template === undefined || method !== 'GET') return [];
  const responses = document.paths[template]?.get.responses ?? {};
  const key = `${status}` in responses ? `${status}` : status >= 400 ? 'default' : undefined;
  if (key === undefined) return [`${path}: status ${status} is not described`];
  const content = Object(responses[key]).content ?? {};
  const described = (type ?? '').replace(/;.*/s, '');
  const types = Object.keys(content);
  if (!(types.length === 0 ? [''] : types).includes(described)) {
    return [`${path}: ${status} is of type ${type}`];
  }
  if (described !== 'application/json') return [];
  const pointer = ['paths', template, 'get', 'responses', key, 'content', described, 'schema'];
  const validate = ajv.getSchema(
    `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  );
  if (validate === undefined) return [`${path}: no schema for ${key}`];
  validate(JSON.parse(body));
  return (validate.errors ?? []).map((error) => `${path}: ${ajv.errorsText([error])}`);
}

/** Returns the document's template for a path; a literal template wins over one with parameters. */
function templateFor(target: string): string | undefined {
  const path = target.replace(/\?.*/s, '').replace(/(?<=.)\/$/, '');
  const fits = Object.values(ROUTES)
    .map((route): string => route.path)
    .filter((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.split(':').length - b.split(':').length)[0];
  return fits === undefined ? undefined : templateOf(fits);
}
