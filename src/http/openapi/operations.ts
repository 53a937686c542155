import { MAX_FOODS } from '../../catalog/food-catalog.ts';
import { FEW_TEXTS, ROWS_PER_TEXT } from '../../catalog/table/columns.ts';
import type { ROUTES, RouteName } from '../routes.ts';
import { FIELDS, LANG, MATCH, MEAL, type ParameterDocs, SELECTION, WHERE } from './parameters.ts';
import { PAGE_HEADERS, type Schema, type SchemaName, schemaRef } from './schemas.ts';

// Describes each route in OpenAPI: summary, parameters, responses.

/** A possible response: its meaning and, if it has one, its body. */
export interface AnswerDocs {
  readonly description: string;
  readonly type?: string;
  readonly schema?: Schema;
  /** Present if the body may be CSV too. */
  readonly csv?: Schema;
  readonly headers?: Readonly<Record<string, Schema>>;
}

/** The description of GET, beyond what the table of routes says. */
export interface Operation<Parameter extends string = string> {
  readonly summary: string;
  readonly description?: string;
  /** The parameters of the query and of the path. Every parameter in the table must be here. */
  readonly parameters: Readonly<Record<Parameter, ParameterDocs>>;
  readonly answers: Readonly<Record<number, AnswerDocs>>;
}

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Parameter<N extends RouteName> =
  | (typeof ROUTES)[N]['parameters'][number]
  | PathParameter<(typeof ROUTES)[N]['path']>;

/** Describes a response with a JSON body: a schema by its name, or any other schema. */
export function jsonAnswer(description: string, schema: SchemaName | Schema): AnswerDocs {
  const own = typeof schema === 'string' ? schemaRef(schema) : schema;
  return { description, type: 'application/json', schema: own };
}

/** The responses to conditional requests. */
const CONDITIONAL: Readonly<Record<number, AnswerDocs>> = {
  304: { description: 'The cached response, identified by its ETag, is still current.' },
  412: jsonAnswer('The ETag does not match `If-Match`.', 'Error'),
};
const BAD_REQUEST = jsonAnswer('A parameter is repeated or has an invalid value.', 'Error');

const CSV: Schema = { type: 'string', description: 'The same foods as CSV, with `format=csv`.' };

/** Describes a route without parameters that always responds with 200. */
function plain(summary: string, answer: AnswerDocs): Operation<never> {
  return { summary, parameters: {}, answers: { 200: answer } };
}

/** Describes each route in the table. A route or parameter without docs does not compile. */
export const OPERATIONS: { readonly [N in RouteName]: Operation<Parameter<N>> } = {
  index: plain(
    'About this service',
    jsonAnswer('Name, version, number of foods, and a search to try.', 'Index'),
  ),
  search: {
    summary: 'Search foods',
    description:
      'Foods whose description contains the text, best match first. Case and accents are ignored. A missing `q` is reported with status 200 and an object instead of an array.',
    parameters: {
      q: {
        description: 'The text to search for. Everything in it counts, including spaces.',
        schema: { type: 'string', minLength: 1 },
        example: 'cheese',
        required: true,
      },
      match: MATCH,
      lang: LANG,
      ...SELECTION,
    },
    answers: {
      200: {
        ...jsonAnswer('The foods found, or an error object if `q` is missing.', {
          oneOf: [schemaRef('Foods'), schemaRef('Error')],
        }),
        csv: CSV,
        headers: {
          ...PAGE_HEADERS,
          'X-Food-Lookup-Interpretation': {
            description: 'With `match=fuzzy`: what was understood, as JSON.',
            schema: { type: 'string' },
          },
        },
      },
      ...CONDITIONAL,
      400: BAD_REQUEST,
    },
  },
  foods: {
    summary: 'Foods by key, or all foods that meet conditions',
    description:
      'With `ids`, the foods with these keys, in this order; `where`, `sort` and `offset` cannot be used then. Without `ids`, all foods of the table, or those that meet `where`.',
    parameters: {
      ids: {
        description: `Keys that \`/api/food/{id}\` finds, up to ${MAX_FOODS}, separated by commas.`,
        schema: { type: 'string', minLength: 1 },
      },
      ...SELECTION,
    },
    answers: {
      200: {
        ...jsonAnswer('The foods.', 'Foods'),
        csv: CSV,
        headers: {
          ...PAGE_HEADERS,
          'X-Missing-Ids': {
            description:
              'The keys that no food has, percent-encoded and separated by commas; if the list is too long, `count=` and their number.',
            schema: { type: 'string' },
          },
        },
      },
      ...CONDITIONAL,
      400: BAD_REQUEST,
    },
  },
  groups: {
    summary: 'The values of a column, and the number of foods with each',
    parameters: {
      column: {
        description: `A text column with at most ${FEW_TEXTS} different values (in large tables, at most one per ${ROWS_PER_TEXT} foods).`,
        schema: { type: 'string', minLength: 1 },
        example: 'food_group',
        required: true,
      },
      q: {
        description: 'Count the foods that this text finds. Default: all foods.',
        schema: { type: 'string' },
        example: 'cheese',
      },
      match: MATCH,
      lang: LANG,
      where: WHERE,
    },
    answers: {
      200: jsonAnswer('The values, most frequent first.', {
        type: 'array',
        items: schemaRef('Group'),
      }),
      ...CONDITIONAL,
      400: BAD_REQUEST,
    },
  },
  live: plain(
    'Whether the process is running',
    jsonAnswer('It is running.', {
      ...{ type: 'object', required: ['live'], properties: { live: { type: 'boolean' } } },
    }),
  ),
  ready: {
    summary: 'Whether the service is ready for requests',
    parameters: {},
    answers: {
      200: jsonAnswer('The service is ready. Includes the state of its data.', 'Readiness'),
      503: jsonAnswer('Starting or stopping.', 'Readiness'),
    },
  },
  food: {
    summary: 'One food by its key',
    description:
      'The key of the bundled foods is the NDB number, with or without leading zeros. If the table has no unique key, this path does not exist.',
    parameters: {
      id: {
        description: 'The key of the food.',
        schema: { type: 'string', minLength: 1 },
        example: '01009',
        required: true,
      },
      fields: FIELDS,
    },
    answers: {
      200: jsonAnswer('The food.', 'Food'),
      ...CONDITIONAL,
      400: BAD_REQUEST,
      404: jsonAnswer('There is no food with this key.', 'Error'),
    },
  },
  meal: {
    summary: 'The foods and nutrients of a meal',
    description:
      'For each line, such as `2 eggs`: the food, the weight of the amount (from the measures of that food), and the nutrients. Unknown values are `null`, and the totals say how many lines they cover.',
    parameters: MEAL,
    answers: {
      200: jsonAnswer('The meal.', 'Meal'),
      ...CONDITIONAL,
      400: BAD_REQUEST,
    },
  },
  fields: {
    summary: 'The additional fields that this service offers',
    parameters: {},
    answers: {
      200: jsonAnswer('The names that `fields` accepts, in table order.', {
        type: 'array',
        items: schemaRef('Field'),
      }),
      ...CONDITIONAL,
    },
  },
  openapi: plain(
    'This description',
    jsonAnswer('The OpenAPI 3.1 description of this service.', { type: 'object' }),
  ),
  reference: plain('This description as a page, with forms to try it', {
    ...{ description: 'A page.', type: 'text/html', schema: { type: 'string' } },
  }),
};
