import { MAX_FOODS } from '../../catalog/food-catalog.ts';
import type { ROUTES, RouteName } from '../routes.ts';
import { FIELDS, LANG, MATCH, MEAL, type ParameterDocs, SELECTION, WHERE } from './parameters.ts';
import { EXTENT_HEADERS, type Schema, schemaRef } from './schemas.ts';

// Describes each route in OpenAPI: summary, parameters, responses.

/** A possible response: what it means, and its body, if any. */
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
  /** Parameters of both query and path: every parameter in the table must be here. */
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

const JSON_MEDIA_TYPE = 'application/json';

const NOT_MODIFIED: AnswerDocs = {
  description: 'The cached answer, identified by its ETag, is still current.',
};
const PRECONDITION_FAILED: AnswerDocs = {
  description: 'The ETag does not match `If-Match`.',
  type: JSON_MEDIA_TYPE,
  schema: schemaRef('Error'),
};
const BAD_REQUEST: AnswerDocs = {
  description: 'A parameter is repeated or has an invalid value.',
  type: JSON_MEDIA_TYPE,
  schema: schemaRef('Error'),
};

const READINESS: AnswerDocs = {
  description: 'The service is ready. Includes the state of its data.',
  type: JSON_MEDIA_TYPE,
  schema: schemaRef('Readiness'),
};

const CSV: Schema = { type: 'string', description: 'The same foods as CSV, with `format=csv`.' };

/** Describes each route in the table. A route or parameter without docs does not compile. */
export const OPERATIONS: { readonly [N in RouteName]: Operation<Parameter<N>> } = {
  index: {
    summary: 'About this service',
    parameters: {},
    answers: {
      200: {
        description: 'Name, version, number of foods, and a search to try.',
        type: JSON_MEDIA_TYPE,
        schema: schemaRef('Index'),
      },
    },
  },
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
        description: 'The foods found, or an error object if `q` is missing.',
        type: JSON_MEDIA_TYPE,
        schema: { oneOf: [schemaRef('Foods'), schemaRef('Error')] },
        csv: CSV,
        headers: EXTENT_HEADERS,
      },
      304: NOT_MODIFIED,
      412: PRECONDITION_FAILED,
      400: BAD_REQUEST,
    },
  },
  foods: {
    summary: 'Foods by their keys, or all that meet conditions',
    description:
      'With `ids`, the foods with these keys, in this order; `where`, `sort` and `offset` cannot be used then. Without it, all foods of the table, or those that meet `where`.',
    parameters: {
      ids: {
        description: `Keys that \`/api/food/{id}\` finds, up to ${MAX_FOODS}, separated by commas.`,
        schema: { type: 'string', minLength: 1 },
      },
      ...SELECTION,
    },
    answers: {
      200: {
        description: 'The foods.',
        type: JSON_MEDIA_TYPE,
        schema: schemaRef('Foods'),
        csv: CSV,
        headers: {
          ...EXTENT_HEADERS,
          'X-Missing-Ids': {
            description:
              'Keys that no food has, each percent-encoded, separated by commas; `count=` and their number where that is too long.',
            schema: { type: 'string' },
          },
        },
      },
      304: NOT_MODIFIED,
      412: PRECONDITION_FAILED,
      400: BAD_REQUEST,
    },
  },
  groups: {
    summary: 'The values of a column, with how many foods have each',
    parameters: {
      column: {
        description: 'A text column with at most 255 different values.',
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
      200: {
        description: 'The values, most frequent first.',
        type: JSON_MEDIA_TYPE,
        schema: { type: 'array', items: schemaRef('Group') },
      },
      304: NOT_MODIFIED,
      412: PRECONDITION_FAILED,
      400: BAD_REQUEST,
    },
  },
  live: {
    summary: 'Whether the process is running',
    parameters: {},
    answers: {
      200: {
        description: 'It is running.',
        type: JSON_MEDIA_TYPE,
        schema: {
          type: 'object',
          required: ['live'],
          properties: { live: { type: 'boolean' } },
        },
      },
    },
  },
  ready: {
    summary: 'Whether the service is ready for requests',
    parameters: {},
    answers: { 200: READINESS, 503: { ...READINESS, description: 'Starting or stopping.' } },
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
      200: { description: 'The food.', type: JSON_MEDIA_TYPE, schema: schemaRef('Food') },
      304: NOT_MODIFIED,
      412: PRECONDITION_FAILED,
      400: BAD_REQUEST,
      404: {
        description: 'There is no food with this key.',
        type: JSON_MEDIA_TYPE,
        schema: schemaRef('Error'),
      },
    },
  },
  meal: {
    summary: 'What a meal holds',
    description:
      'For each line, such as `2 eggs`, the food that is meant, the weight of the amount by the measures of that food, and its nutrients. Nothing is made up: unknown values are `null`, and the totals say how many lines they cover.',
    parameters: MEAL,
    answers: {
      200: { description: 'The meal.', type: JSON_MEDIA_TYPE, schema: schemaRef('Meal') },
      304: NOT_MODIFIED,
      400: BAD_REQUEST,
    },
  },
  fields: {
    summary: 'The additional fields that this service offers',
    parameters: {},
    answers: {
      200: {
        description: 'The names that `fields` accepts, in table order.',
        type: JSON_MEDIA_TYPE,
        schema: { type: 'array', items: schemaRef('Field') },
      },
      304: NOT_MODIFIED,
      412: PRECONDITION_FAILED,
    },
  },
  openapi: {
    summary: 'This description',
    parameters: {},
    answers: {
      200: {
        description: 'The OpenAPI 3.1 description of this service.',
        type: JSON_MEDIA_TYPE,
        schema: { type: 'object' },
      },
    },
  },
  reference: {
    summary: 'This description as a page, with forms to try it',
    parameters: {},
    answers: { 200: { description: 'A page.', type: 'text/html', schema: { type: 'string' } } },
  },
};
