import { MATCHES, MAX_FOODS } from '../../catalog/food-catalog.ts';
import type { ROUTES, RouteName } from '../routes.ts';
import { type Schema, schemaRef } from './schemas.ts';

/** What a caller may put into the address, and an example that works with the bundled foods. */
export interface ParameterDocs {
  readonly description: string;
  readonly schema: Schema;
  readonly example: string;
  /** Whether there is nothing to ask for without it. */
  readonly required?: true;
}

/** A possible answer: what it means, and its body, if it has one. */
export interface AnswerDocs {
  readonly description: string;
  readonly type?: string;
  readonly schema?: Schema;
}

/** What GET of a route does, as far as the table of routes does not say it. */
export interface Operation<Parameter extends string = string> {
  readonly summary: string;
  readonly description?: string;
  /** Of the query and of the path: every parameter of the table has to be here. */
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

const JSON_TYPE = 'application/json';

const NOT_MODIFIED: AnswerDocs = {
  description: 'The answer that the caller has, by its ETag, is still right.',
};
const BAD_REQUEST: AnswerDocs = {
  description: 'A parameter is repeated or has a value that cannot be used.',
  type: JSON_TYPE,
  schema: schemaRef('Error'),
};

const READINESS: AnswerDocs = {
  description: 'It should; and the state of its data.',
  type: JSON_TYPE,
  schema: {
    type: 'object',
    required: ['ready', 'rows', 'revision', 'dataAgeSeconds', 'store'],
    properties: {
      ready: { type: 'boolean' },
      rows: { type: 'integer', minimum: 0 },
      revision: { type: ['string', 'null'] },
      dataAgeSeconds: { type: ['integer', 'null'], minimum: 0 },
      store: { type: 'string', enum: ['reachable', 'unreachable'] },
    },
  },
};

const FIELDS: ParameterDocs = {
  description:
    'Further columns of each food, separated by commas, in the order asked. `/api/fields` lists those that there are.',
  schema: { type: 'string', pattern: '^[^,]+(,[^,]+)*$' },
  example: 'fat_known',
};

/** What each route of the table does. A route or parameter without docs does not compile. */
export const OPERATIONS: { readonly [N in RouteName]: Operation<Parameter<N>> } = {
  index: {
    summary: 'What this service is',
    parameters: {},
    answers: {
      200: {
        description: 'Name, version, number of foods, and a search to try.',
        type: JSON_TYPE,
        schema: {
          type: 'object',
          required: ['name', 'version', 'foods', 'search'],
          properties: {
            name: { type: 'string' },
            version: { type: 'string' },
            foods: { type: 'integer', minimum: 0 },
            search: { type: 'string' },
          },
        },
      },
    },
  },
  search: {
    summary: 'Search foods',
    description:
      'Foods whose description contains the text, best match first. Case and accents make no difference. A missing `q` is reported with status 200 and an object instead of an array.',
    parameters: {
      q: {
        description: 'The text to search for. Everything in it counts, spaces included.',
        schema: { type: 'string', minLength: 1 },
        example: 'cheese',
        required: true,
      },
      match: {
        description:
          '`substring`: the text as it is, anywhere. `words`: every word of it, anywhere, in any order. `fuzzy`: every word in any form, with other names and slips of the keys.',
        schema: { type: 'string', enum: MATCHES, default: 'substring' },
        example: 'words',
      },
      limit: {
        description: 'The most foods to answer.',
        schema: { type: 'integer', minimum: 1, maximum: MAX_FOODS, default: MAX_FOODS },
        example: '10',
      },
      fields: FIELDS,
    },
    answers: {
      200: {
        description: 'The foods found; or, as an object, that `q` is missing.',
        type: JSON_TYPE,
        schema: { oneOf: [schemaRef('Foods'), schemaRef('Error')] },
      },
      304: NOT_MODIFIED,
      400: BAD_REQUEST,
    },
  },
  live: {
    summary: 'Whether the process runs',
    parameters: {},
    answers: {
      200: {
        description: 'It runs.',
        type: JSON_TYPE,
        schema: {
          type: 'object',
          required: ['live'],
          properties: { live: { type: 'boolean' } },
        },
      },
    },
  },
  ready: {
    summary: 'Whether it should get requests',
    parameters: {},
    answers: { 200: READINESS, 503: { ...READINESS, description: 'Not now: it starts or stops.' } },
  },
  food: {
    summary: 'One food',
    description:
      'By its key: the NDB number of the bundled foods, with or without leading zeros. Where the table has no unique key, there is no such path.',
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
      200: { description: 'The food.', type: JSON_TYPE, schema: schemaRef('Food') },
      304: NOT_MODIFIED,
      400: BAD_REQUEST,
      404: {
        description: 'There is no food with this key.',
        type: JSON_TYPE,
        schema: schemaRef('Error'),
      },
    },
  },
  fields: {
    summary: 'The further fields that this service offers',
    parameters: {},
    answers: {
      200: {
        description: 'The names that `fields` takes, in the order of the table.',
        type: JSON_TYPE,
        schema: { type: 'array', items: schemaRef('Field') },
      },
      304: NOT_MODIFIED,
    },
  },
  openapi: {
    summary: 'This description',
    parameters: {},
    answers: {
      200: {
        description: 'The OpenAPI 3.1 description of this service.',
        type: JSON_TYPE,
        schema: { type: 'object', required: ['openapi', 'info', 'paths'] },
      },
    },
  },
  reference: {
    summary: 'This description, to read and to try',
    parameters: {},
    answers: { 200: { description: 'A page.', type: 'text/html', schema: { type: 'string' } } },
  },
};
