/** An answer that is no list of foods: a status other than 2xx, or a body of another kind. */
export class FoodHttpError extends Error {
  override readonly name = 'FoodHttpError';
  /** The HTTP status, such as 400 for a query that cannot be read or 500 for a fault inside. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
