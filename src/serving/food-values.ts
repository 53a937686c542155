import {
  type EncodedAnswer,
  type FoodCatalog,
  type FoodQuery,
  type ForeignLanguage,
  type Interpretation,
  type Match,
  OverloadError,
  TooManyWordsError,
} from '../catalog/food-catalog.ts';
import { toFields, toFoodQuery } from '../catalog/food-query.ts';
import { show } from '../errors/shown-value.ts';
import { UserError } from '../errors/user-error.ts';

/** A value as the table has it. Integers beyond 2^53 lose digits. */
export type FoodValue = number | string | null;

/** A household measure of a food, such as 1 cup, sliced, of 150 g. */
export interface Portion {
  readonly amount: number;
  readonly unit: string;
  /** The weight of the amount. */
  readonly grams: number;
}

/** A further field: `portions` is a list where the table has one, all others are values. */
export type FieldValue = FoodValue | readonly Portion[];

/** A food as the service answers it. In the bundled table, amounts are per 100 g. */
export interface Food {
  /** In grams. */
  readonly carbohydrate_g: FoodValue;
  /** In grams. */
  readonly protein_g: FoodValue;
  /** In kilocalories. */
  readonly kcal: FoodValue;
  readonly description: FoodValue;
  /** Saturated, mono- and polyunsaturated fat together, in grams with two decimals. */
  readonly fat_g: string;
}

export interface SearchOptions {
  /** Default: `substring`. */
  readonly match?: Match;
  /** With `fuzzy`: a language whose names of everyday foods count too. Default: English names alone. */
  readonly lang?: ForeignLanguage;
  /** From 1 to 100. Default: 100. */
  readonly limit?: number;
  /** Further fields, as `/api/fields` lists them. */
  readonly fields?: readonly string[];
}

/** A food with further fields, as the table has them. */
export type FoodWithFields = Food & Readonly<Record<string, FieldValue>>;

/** What a search found. */
export interface FoodAnswer {
  /** Best first. */
  readonly foods: FoodWithFields[];
  /** What `match=fuzzy` understood. */
  readonly interpretation: Interpretation | undefined;
}

/** A query that the service answers with an error, whose message this error has. */
export class RequestError extends UserError {
  override readonly name = 'RequestError';
  /** Seconds after which the same query may succeed; `undefined` where it never will. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Searches without HTTP, by the same rules.
 *
 * @throws RequestError if the query is one that the service answers with an error
 */
export async function searchFoods(
  catalog: FoodCatalog,
  text: string,
  options: SearchOptions = {},
): Promise<FoodAnswer> {
  const { match, lang, limit, fields } = options;
  refuseUnknown(options);
  const wanted = fields?.length === 0 ? undefined : fields;
  const query = toFoodQuery({ text, match, lang, limit, fields: wanted }, catalog.fields);
  if ('code' in query) throw new RequestError(query.message);
  const { body, interpretation } = await answerOf(catalog, query);
  return { foods: JSON.parse(Buffer.from(body).toString()), interpretation };
}

const SEARCH_OPTIONS: Readonly<Record<keyof SearchOptions, true>> = {
  match: true,
  lang: true,
  limit: true,
  fields: true,
};

/** An option that were ignored would search for something else than is meant. */
function refuseUnknown(options: SearchOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(SEARCH_OPTIONS, name));
  if (unknown === undefined) return;
  const known = Object.keys(SEARCH_OPTIONS).join(', ');
  throw new RequestError(`Unknown search option ${show(unknown)}. Use ${known}.`);
}

/** The errors of a catalog are not exported: callers get the one that is. */
async function answerOf(catalog: FoodCatalog, query: FoodQuery): Promise<EncodedAnswer> {
  try {
    return await catalog.search(query);
  } catch (error) {
    if (error instanceof TooManyWordsError) {
      throw new RequestError(error.message, { cause: error });
    }
    if (error instanceof OverloadError) {
      const { message, retryAfterSeconds } = error;
      throw new RequestError(message, { cause: error, retryAfterSeconds });
    }
    throw error;
  }
}

/** The food with this key, if there is one, with further fields. */
export function findFood(
  catalog: FoodCatalog,
  key: string,
  fields: readonly string[] = [],
): FoodWithFields | undefined {
  const known = toFields(fields, catalog.fields);
  if ('code' in known) throw new RequestError(known.message);
  if (catalog.key === undefined) return undefined;
  const food = catalog.food(key, known);
  return food && JSON.parse(Buffer.from(food).toString());
}
