import type { TermsNow } from '../food/table-terms.ts';
import { resolveMeal } from '../meal/meal.ts';
import { toMealQuestion } from '../meal/read-meal.ts';
import { callerOf } from './callers/caller.ts';
import { sendError } from './errors.ts';
import { answerNotFound } from './register-routes.ts';
import { answerTagged } from './response-headers.ts';
import type { Handler } from './routes.ts';
import { JSON_TYPE, type SearchParts, sendSearchFault } from './search-handler.ts';
import { readFields, repeatedOf } from './search-parameters.ts';

// Answers `/api/food/{id}`, `/api/fields` and `/api/meal`; the text of the 404 for an unknown food.

/** The description of a field. Amounts are per 100 g in the bundled table. */
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
  /** The licenses of the foods, even if they need not be named with every answer. */
  readonly knownTerms?: TermsNow;
}

/** Answers one food, by its key. If the table has no key, this path does not exist. */
export function createFoodHandler(parts: SearchParts): Handler {
  return (request, reply) => {
    const catalog = parts.catalog.take();
    const { id = '' } = request.params;
    if (catalog.key === undefined || id === '') return answerNotFound(request, reply);
    const fields = readFields(request.query.parameters, catalog.fields);
    if ('code' in fields) return void sendError(reply, fields);
    const food = catalog.food(id, fields);
    if (food === undefined) {
      const message = `There is no food with ${catalog.key} ${JSON.stringify(id)}`;
      return void sendError(reply, { code: 'notFound', message });
    }
    if (answerTagged(request, reply, catalog, parts)) return;
    reply.header('content-type', JSON_TYPE).send(food);
  };
}

/** Answers the list of fields, and which of them is the key. */
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
    /** Counts this many more requests of the caller; absent without a rate limit. */
    countMore?(requests: number): void;
  }
}

/**
 * Answers `/api/meal`: for each line its food, weight and nutrients. Each line is a search: it
 * counts for the rate limit and waits in the queue like any other, but none is logged.
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
    const question =
      repeatedOf(parameters, ['text', 'lang', 'fields', 'servings']) ??
      toMealQuestion({ ...asked, fields: fields?.split(',') }, catalog.fields);
    if ('code' in question) return void sendError(reply, question);
    if (answerTagged(request, reply, catalog, parts)) return;
    request.countMore?.(question.lines.length - 1);
    resolveMeal(question, catalog, (query) => catalog.search(query, () => callerOf(request)))
      .then((meal) => reply.header('content-type', JSON_TYPE).send(JSON.stringify(meal)))
      .catch((fault: unknown) => sendSearchFault(reply, fault));
  };
}
