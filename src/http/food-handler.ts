import type { TermsNow } from '../food/table-terms.ts';
import { resolveMeal } from '../meal/meal.ts';
import { toMealQuestion } from '../meal/meal-parameters.ts';
import { callerOf } from './callers/caller.ts';
import { sendError, sendFault } from './errors.ts';
import { answerNotFound } from './register-routes.ts';
import { answerTagged } from './response-headers.ts';
import type { Handler } from './routes.ts';
import { JSON_TYPE, type SearchParts } from './search-handler.ts';
import { readFields, refuseRepeated } from './search-parameters.ts';

// Answers `/api/food/{id}`, `/api/fields` and `/api/meal`.

/** The description of a field. Amounts are per 100 g in the bundled table. */
export interface FieldDescription {
  readonly name: string;
  readonly title: string;
  /** `g`, `mg`, `µg`, `IU`, `kcal` or `%`; `null` if there is none. */
  readonly unit: string | null;
  /** The INFOODS tagname, such as `FE`. */
  readonly infoods: string | null;
  /** The daily value on US labels, in the field's unit. */
  readonly daily_value: number | null;
}

/** Returns the description of the field with this name. */
export type DescribeField = (name: string) => FieldDescription;

export interface FieldParts extends SearchParts {
  readonly describeField: DescribeField;
  /** The licenses of the foods, even those that not every answer must name. */
  readonly knownTerms?: TermsNow;
}

/**
 * Creates the handler that answers with one food, by its key. If the table has no key, this path
 * does not exist.
 */
export function createFoodHandler(parts: SearchParts): Handler {
  return (request, reply) => {
    const catalog = parts.catalog.take();
    const { id = '' } = request.params;
    if (catalog.key === undefined || id === '') return answerNotFound(request, reply);
    const fields = readFields(request.query.parameters, catalog.fields);
    const food = catalog.food(id, fields);
    if (food === undefined) {
      const message = `There is no food with ${catalog.key} ${JSON.stringify(id)}`;
      return void sendError(reply, { status: 404, message });
    }
    if (answerTagged(request, reply, catalog, parts)) return;
    reply.header('content-type', JSON_TYPE).send(food);
  };
}

/** Creates the handler that lists the fields and says which is the key. */
export function createFieldsHandler(parts: FieldParts): Handler {
  const { describeField, knownTerms } = parts;
  const sent = { ...parts, ...(knownTerms && { terms: knownTerms }) };
  return (request, reply) => {
    const catalog = parts.catalog.take();
    if (answerTagged(request, reply, catalog, sent)) return;
    reply.send(
      catalog.fields.map((name) => ({ ...describeField(name), key: name === catalog.key })),
    );
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts additional requests for the caller; absent without a rate limit. */
    countMore?(requests: number): void;
  }
}

/**
 * Creates the handler of `/api/meal`, which returns the food, weight and nutrients for each line.
 * Each line is a search. It counts toward the rate limit and waits in the queue like any other
 * search, but is not logged.
 */
export function createMealHandler(parts: SearchParts): Handler {
  return (request, reply) => {
    const catalog = parts.catalog.take();
    const { parameters } = request.query;
    const [text] = parameters.getAll('text');
    const [lang] = parameters.getAll('lang');
    const [fields] = parameters.getAll('fields');
    const [servings] = parameters.getAll('servings');
    const asked = { lines: parameters.getAll('line'), text, lang, servings };
    refuseRepeated(parameters, ['text', 'lang', 'fields', 'servings']);
    const question = toMealQuestion({ ...asked, fields: fields?.split(',') }, catalog.fields);
    if (answerTagged(request, reply, catalog, parts)) return;
    request.countMore?.(question.lines.length - 1);
    resolveMeal(question, catalog, (query) => catalog.search(query, () => callerOf(request)))
      .then((meal) => reply.header('content-type', JSON_TYPE).send(JSON.stringify(meal)))
      .catch((fault: unknown) => sendFault(reply, fault));
  };
}
