import { FOREIGN_LANGUAGES, FORMATS, MATCHES, MAX_FOODS } from '../../catalog/food-catalog.ts';
import { MAX_OFFSET, MAX_SELECTION_LENGTH } from '../../catalog/selection/selection.ts';
import { MAX_MEAL_LINES, MAX_SERVINGS } from '../../meal/meal-parameters.ts';
import type { Schema } from './schemas.ts';

// Describes parameters for OpenAPI, with examples: the shared ones, and those of a meal.

/** A parameter, and an example that works with the bundled foods. */
export interface ParameterDocs {
  readonly description: string;
  readonly schema: Schema;
  /** Absent if the parameter cannot be combined with the others. */
  readonly example?: string | number | boolean | readonly string[];
  /** Present if a request without the parameter is an error. */
  readonly required?: true;
}

export const FIELDS: ParameterDocs = {
  description:
    'Additional columns of each food, separated by commas, in the requested order. `/api/fields` lists the available ones.',
  schema: { type: 'string', pattern: '^[^,]+(,[^,]+)*$' },
  example: 'fat_known',
};

export const LIMIT: ParameterDocs = {
  description: 'The maximum number of foods to return.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_FOODS, default: MAX_FOODS },
  example: 10,
};

export const WHERE: ParameterDocs = {
  description:
    'Conditions that each food must meet: a column, one of `<` `<=` `>` `>=` `=` `!=`, and a value; or `!` and a column, for unknown values. Conditions are separated by commas; names and values with commas must be quoted.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_SELECTION_LENGTH },
  example: 'kcal<300,protein_g>=20',
};

/** The parameters that `/api/food` and `/api/foods` share. */
export const SELECTION = {
  where: WHERE,
  sort: {
    description:
      'A column, or the ratio of two numeric columns, such as `protein_g/kcal`. A leading `-` sorts in descending order. Unknown values come last.',
    schema: { type: 'string', minLength: 1, maxLength: MAX_SELECTION_LENGTH },
    example: '-protein_g/kcal',
  },
  offset: {
    description: 'How many foods to skip.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 },
    example: 10,
  },
  count: {
    description: 'Whether to send the total in `X-Total-Count`.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
  limit: LIMIT,
  fields: FIELDS,
  format: {
    description: 'The format of the foods.',
    schema: { type: 'string', enum: FORMATS, default: 'json' },
    example: 'json',
  },
} as const satisfies Record<string, ParameterDocs>;

export const MATCH: ParameterDocs = {
  description:
    '`substring`: the text as typed, anywhere. `words`: every word, anywhere, in any order. `fuzzy`: every word in any form, including synonyms and typos.',
  schema: { type: 'string', enum: MATCHES, default: 'substring' },
  example: 'fuzzy',
};

export const LANG: ParameterDocs = {
  description:
    'Also finds everyday foods by their names in this language, such as `leche` for milk. Searches also need `match=fuzzy`. Default: English names only.',
  schema: { type: 'string', enum: FOREIGN_LANGUAGES },
  example: 'es',
};

/** The parameters of `/api/meal`. */
export const MEAL = {
  line: {
    description: `A food with its amount. Repeat the parameter for up to ${MAX_MEAL_LINES} lines.`,
    schema: { type: 'array', items: { type: 'string' }, maxItems: MAX_MEAL_LINES },
    example: ['2 eggs'],
  },
  text: {
    description: 'Instead of lines: a pasted recipe, or a sentence that says what was eaten.',
    schema: { type: 'string', minLength: 1 },
  },
  lang: LANG,
  fields: {
    description: 'Additional nutrients, separated by commas, as listed by `/api/fields`.',
    schema: { type: 'string', pattern: '^[^,]+(,[^,]+)*$' },
    example: 'sodium_mg',
  },
  servings: {
    description: 'Number of servings. The totals are also given per serving.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_SERVINGS },
    example: 4,
  },
} as const satisfies Readonly<Record<string, ParameterDocs>>;
