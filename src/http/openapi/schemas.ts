import { MAX_FOODS } from '../../catalog/food-catalog.ts';

// Defines the schemas of responses: foods, errors, fields, headers.

/** A JSON Schema (draft 2020-12, as in OpenAPI 3.1), limited to the parts used here. */
export type Schema = Readonly<Record<string, unknown>>;

const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const storedValue = (description: string): Schema => ({ ...refTo('StoredValue'), description });

/** Describes an object that has exactly these members, except that optional ones may be missing. */
function exactly(
  description: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { description, type: 'object', required, properties, additionalProperties: false };
}

/** The schemas by the names that `$ref` uses. */
export const SCHEMAS = {
  StoredValue: {
    description:
      'A value as stored in the food table: usually a number, sometimes text, null if missing.',
    type: ['number', 'string', 'null'],
  },
  Food: {
    description: 'One food. Amounts of the bundled foods are per 100 g.',
    type: 'object',
    required: ['carbohydrate_g', 'protein_g', 'kcal', 'description', 'fat_g'],
    properties: {
      carbohydrate_g: storedValue('Carbohydrate in grams.'),
      protein_g: storedValue('Protein in grams.'),
      kcal: storedValue('Energy in kilocalories.'),
      description: storedValue('The name of the food.'),
      fat_g: {
        description:
          'Saturated, monounsaturated and polyunsaturated fat together, in grams, with two decimals.',
        type: 'string',
        pattern: '^-?[0-9]+\\.[0-9]{2}$',
      },
    },
    additionalProperties: {
      description: 'An additional column. `portions` is an array if the table has one.',
      anyOf: [refTo('StoredValue'), { type: 'array', items: refTo('Portion') }],
    },
  },
  Portion: {
    description: 'A household measure of a food, such as 1 cup of 150 g.',
    type: 'object',
    required: ['amount', 'unit', 'grams'],
    properties: {
      amount: { type: 'number' },
      unit: { type: 'string' },
      grams: { type: 'number', description: 'The weight of the amount in grams.' },
    },
  },
  Foods: {
    description: `Up to ${MAX_FOODS} foods. Empty if nothing matches.`,
    type: 'array',
    maxItems: MAX_FOODS,
    items: refTo('Food'),
  },
  Field: exactly('An additional field that callers may request.', {
    name: { type: 'string', description: 'The name to use in `fields`.' },
    title: { type: 'string', description: 'A human-readable name.' },
    unit: { type: ['string', 'null'], description: 'g, mg, µg, IU, kcal or %.' },
    infoods: { type: ['string', 'null'], description: 'The INFOODS tagname.' },
    daily_value: {
      type: ['number', 'null'],
      description: 'The daily value of the US label (21 CFR 101.9), in the unit of the field.',
    },
    key: { type: 'boolean', description: 'Whether `/api/food/{id}` finds a food by this field.' },
  }),
  Index: exactly('About the service.', {
    name: { type: 'string' },
    version: { type: 'string' },
    foods: { type: 'integer', minimum: 0 },
    search: { type: 'string' },
  }),
  Readiness: exactly('The state of the service and its data.', {
    ready: { type: 'boolean' },
    rows: { type: 'integer', minimum: 0 },
    revision: { type: ['string', 'null'] },
    dataAgeSeconds: { type: ['integer', 'null'], minimum: 0 },
    store: { type: 'string', enum: ['reachable', 'unreachable'] },
  }),
  MealFood: exactly('A food that a line means, or may mean.', {
    id: { type: ['string', 'null'], description: 'The key that `/api/food/{id}` finds it by.' },
    description: { type: ['string', 'null'] },
  }),
  Amounts: {
    description: 'Amounts by column; `null` if unknown.',
    type: 'object',
    additionalProperties: { type: ['number', 'null'] },
  },
  MealLine: exactly(
    'A line and how it was understood.',
    {
      line: { type: 'string' },
      food: { oneOf: [refTo('MealFood'), { type: 'null' }] },
      why: { type: 'string', description: 'Why there is no food.' },
      amount: { type: ['number', 'null'] },
      unit: { type: ['string', 'null'] },
      grams: { type: ['number', 'null'] },
      how: {
        type: 'string',
        enum: ['weight', 'measure of the food', 'measure of its kind', 'usual amount', 'unknown'],
      },
      certain: { type: 'boolean' },
      nutrients: { oneOf: [refTo('Amounts'), { type: 'null' }] },
      alternatives: { type: 'array', items: refTo('MealFood') },
    },
    ['why'],
  ),
  Meal: exactly(
    'The lines of a meal, and the sums of the known values.',
    {
      lines: { type: 'array', items: refTo('MealLine') },
      totals: refTo('Amounts'),
      per_serving: refTo('Amounts'),
    },
    ['per_serving'],
  ),
  Group: exactly('A value of a column.', {
    value: { type: 'string', description: 'The value as written in the first food of the group.' },
    count: { type: 'integer', minimum: 1, description: 'How many foods have this value.' },
  }),
  Error: exactly('A human-readable description of what is wrong with the request.', {
    error: { type: 'string', minLength: 1 },
  }),
} as const satisfies Readonly<Record<string, Schema>>;

export type SchemaName = keyof typeof SCHEMAS;

/** Returns a reference to the schema with this name. */
export function schemaRef(name: SchemaName): Schema {
  return refTo(name);
}

/** The headers of a response that is a page of a longer list. */
export const PAGE_HEADERS = {
  'X-Total-Count': {
    description: 'With `count=true`: the total number of foods.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description: 'The URL of the next page (RFC 8288), if there is one.',
    schema: { type: 'string' },
  },
} as const;
