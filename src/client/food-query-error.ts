// The client's error for a query that the service refuses with status 200, such as an empty `q`.

/**
 * The service could not search for this query and said why: most often `q` was empty. It says so
 * with status 200 and an object in place of the list, which is how it is told from an answer.
 */
export class FoodQueryError extends Error {
  override readonly name = 'FoodQueryError';
}
