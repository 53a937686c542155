import type { TableTerms } from '../food/table-terms.ts';
import { sendError } from './errors.ts';
import { answerNotFound } from './register-routes.ts';
import { answerPrecondition, etagOf, sendTerms } from './response-headers.ts';
import type { Handler } from './routes.ts';
import { JSON_TYPE, type SearchParts } from './search-handler.ts';
import { readFields } from './search-parameters.ts';

// Answers `/api/food/{id}` and `/api/fields`, and words the 404 of a food that is not there.

/** What people and pages should know of a field. Amounts are per 100 g in the bundled table. */
export interface FieldDescription {
  readonly name: string;
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal` or `%`; `null` if there is none. */
  readonly unit: string | null;
  /** The tagname of INFOODS, such as `FE`. */
  readonly infoods: string | null;
  /** The daily value of the US label, in the unit of the field. */
  readonly daily_value: number | null;
}

/** What is known of fields by their names. */
export type DescribeField = (name: string) => FieldDescription;

export interface FieldParts extends SearchParts {
  readonly describeField: DescribeField;
  /** The license of the table, also where it needs not be named with every answer. */
  readonly knownTerms?: TableTerms | undefined;
}

/** Answers one food, by its key. Where the table has none, there is no such path. */
export function createFoodHandler({
  catalog: current,
  build,
  cacheControl,
  terms,
}: SearchParts): Handler {
  return (request, reply) => {
    const catalog = current.take();
    const { id = '' } = request.params;
    if (catalog.key === undefined || id === '') return answerNotFound(request, reply);
    const fields = readFields(request.query.parameters, catalog.fields);
    if ('code' in fields) return void sendError(reply, fields);
    const food = catalog.food(id, fields);
    if (food === undefined) {
      const message = `There is no food with ${catalog.key} ${JSON.stringify(id)}`;
      return void sendError(reply, { code: 'notFound', message });
    }
    const etag = etagOf(catalog, build);
    sendTerms(reply, terms);
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (answerPrecondition(request, () => reply, etag)) return;
    reply.header('content-type', JSON_TYPE).send(food);
  };
}

/** Answers the list of the fields that are offered, and which of them finds a food. */
export function createFieldsHandler({
  catalog: current,
  build,
  cacheControl,
  knownTerms,
  describeField,
}: FieldParts): Handler {
  return (request, reply) => {
    const catalog = current.take();
    const etag = etagOf(catalog, build);
    sendTerms(reply, knownTerms);
    reply.header('cache-control', cacheControl).header('etag', etag);
    if (answerPrecondition(request, () => reply, etag)) return;
    reply.send(
      catalog.fields.map((name) => ({ ...describeField(name), key: name === catalog.key })),
    );
  };
}
