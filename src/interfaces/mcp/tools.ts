import { FOREIGN_LANGUAGES } from '../../catalog/food-catalog.ts';
import type { FoodSource } from '../food-source.ts';
import {
  getFoods,
  lookUpBarcode,
  MAX_TOOL_FOODS,
  MAX_TOOL_IDS,
  type Result,
  resolveLines,
  searchFoods,
  type ToolArguments,
  USUAL_NUTRIENTS,
  USUALLY_FOUND,
} from './answers.ts';

// The tools for assistants, as listed: names, descriptions, schemas of arguments and results.

type Schema = Readonly<Record<string, unknown>>;

/** A tool as listed, and the function that runs it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema & { readonly type: 'object' };
  readonly outputSchema: Schema & { readonly type: 'object' };
  readonly annotations: Schema;
  readonly run: (asked: ToolArguments, source: FoodSource) => Result | Promise<Result>;
}

/** Arguments, some of them required. */
const given = (properties: Schema, ...required: readonly string[]) =>
  ({ type: 'object', properties, ...(required.length > 0 && { required }) }) as const;
/** A result with some optional members. */
const object = (properties: Schema, ...optional: readonly string[]) =>
  given(properties, ...Object.keys(properties).filter((name) => !optional.includes(name)));
const list = (items: Schema) => ({ type: 'array', items });
const orNull = (...types: readonly string[]) => ({ type: [...types, 'null'] });

const TEXT_SCHEMA = { type: 'string' };
const FIELDS_SCHEMA = {
  ...list(TEXT_SCHEMA),
  description: `Columns besides ${USUAL_NUTRIENTS.join(', ')}, such as vit_c_mg or magnesium_mg`,
};
const LANG_SCHEMA = {
  ...{ type: 'string', enum: FOREIGN_LANGUAGES },
  description: 'The language of the text; leave it out for English',
};
const AMOUNTS_SCHEMA = {
  ...{ type: 'object', additionalProperties: orNull('number', 'string') },
  description:
    'Values by column. Column names end with the unit; null means unknown, and text is as stored',
};
const NAMED_SCHEMA = { id: orNull('string'), description: orNull('string') };
const MEASURES_SCHEMA = list(
  object({ amount: { type: 'number' }, unit: TEXT_SCHEMA, grams: { type: 'number' } }),
);
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

export const TOOLS: readonly Tool[] = [
  {
    name: 'search_foods',
    title: 'Search foods',
    description:
      'Foods by name, best first, with nutrients per 100 g. Misspelled words and other names are understood; a result says how.',
    inputSchema: given(
      {
        query: { ...TEXT_SCHEMA, description: 'A food, such as "cheddar"; -word excludes a word' },
        lang: LANG_SCHEMA,
        limit: { type: 'integer', minimum: 1, maximum: MAX_TOOL_FOODS, default: USUALLY_FOUND },
        fields: FIELDS_SCHEMA,
        where: {
          ...TEXT_SCHEMA,
          description: 'Conditions per 100 g, such as "sodium_mg<140,protein_g>10"',
        },
      },
      'query',
    ),
    outputSchema: object({
      foods: list(object({ ...NAMED_SCHEMA, per_100_g: AMOUNTS_SCHEMA })),
      understood: list(
        object({ typed: TEXT_SCHEMA, manner: TEXT_SCHEMA, taken: TEXT_SCHEMA }, 'taken'),
      ),
    }),
    annotations: READ_ONLY,
    run: searchFoods,
  },
  {
    name: 'get_foods',
    title: 'Get foods',
    description:
      'Foods by their IDs, with nutrients for an amount (100 g by default) and portions.',
    inputSchema: given(
      {
        ids: { ...list(TEXT_SCHEMA), minItems: 1, maxItems: MAX_TOOL_IDS },
        amount: {
          ...TEXT_SCHEMA,
          description: 'The amount of each food, such as "2 cups", "150 g" or "1 large"',
        },
        fields: FIELDS_SCHEMA,
      },
      'ids',
    ),
    outputSchema: object(
      {
        foods: list(
          object(
            {
              ...NAMED_SCHEMA,
              ...{ amount: orNull('number'), unit: orNull('string'), grams: orNull('number') },
              ...{ nutrients: AMOUNTS_SCHEMA, portions: MEASURES_SCHEMA, source: TEXT_SCHEMA },
            },
            'source',
          ),
        ),
        missing: { ...list(TEXT_SCHEMA), description: 'IDs that no food has' },
        license: TEXT_SCHEMA,
        attribution: TEXT_SCHEMA,
      },
      'license',
      'attribution',
    ),
    annotations: READ_ONLY,
    run: getFoods,
  },
  {
    name: 'resolve_meal',
    title: 'Resolve a meal',
    description:
      'Weight and nutrients of the lines of a recipe, or of a sentence about a meal. Says how each weight was found; unknown values are null, and totals say how many lines they cover.',
    inputSchema: given({
      lines: { ...list(TEXT_SCHEMA), description: 'One food each, such as "2 eggs"' },
      text: { ...TEXT_SCHEMA, description: 'Instead of lines: a pasted recipe, or a sentence' },
      lang: LANG_SCHEMA,
      fields: FIELDS_SCHEMA,
    }),
    outputSchema: object({
      lines: list(
        object(
          {
            ...{ line: TEXT_SCHEMA, matched: { type: 'boolean' }, why: TEXT_SCHEMA },
            food: { anyOf: [object(NAMED_SCHEMA), { type: 'null' }] },
            ...{ amount: orNull('number'), unit: orNull('string'), grams: orNull('number') },
            ...{ how: TEXT_SCHEMA, certain: { type: 'boolean' } },
            nutrients: { anyOf: [AMOUNTS_SCHEMA, { type: 'null' }] },
            alternatives: list(object(NAMED_SCHEMA)),
          },
          'why',
        ),
      ),
      totals: AMOUNTS_SCHEMA,
    }),
    annotations: READ_ONLY,
    run: resolveLines,
  },
  {
    name: 'lookup_barcode',
    title: 'Look up a barcode',
    description: 'A packaged food by its barcode (GTIN, EAN, UPC), if the table has barcodes.',
    inputSchema: given({ gtin: { ...TEXT_SCHEMA, pattern: '^[0-9]{6,14}$' } }, 'gtin'),
    outputSchema: object(
      {
        found: { type: 'boolean' },
        why: TEXT_SCHEMA,
        product: { type: 'object', description: 'As in Open Food Facts; amounts per 100 g' },
      },
      'why',
      'product',
    ),
    annotations: READ_ONLY,
    run: lookUpBarcode,
  },
];
