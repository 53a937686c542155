// The types of conditions, order and offset of the client, and how they are written into an
// address.

/** How a value compares. Texts compare without regard to case and accents. */
export type Operator = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** A column, how it compares, and with what; or `!` and a column whose value is not known. */
export type WhereCondition =
  | readonly [column: string, operator: Operator, value: string | number | bigint]
  | readonly ['!', column: string];

/** Which foods to keep, in what order, and how many to pass over. */
export interface Selection {
  /** Conditions that each food meets, such as `['sodium_mg', '<', 140]`. Default: none. */
  readonly where?: readonly WhereCondition[] | undefined;
  /** A column, with `-` before it for the largest first, such as `-protein_g`. Default: by rank. */
  readonly sort?: string | undefined;
  /** How many foods to pass over, 0 to 10,000. Default: 0. */
  readonly offset?: number | undefined;
  /** Whether the total is wanted. Default: false. */
  readonly count?: boolean | undefined;
}

/** Conditions as the service reads them. */
export function whereText(where: readonly WhereCondition[]): string {
  return where
    .map((condition) =>
      condition.length === 2
        ? `!${quoted(condition[1])}`
        : `${quoted(condition[0])}${condition[1]}${quoted(String(condition[2]))}`,
    )
    .join(',');
}

/** A name, value or key, in quotes unless it is plain. */
export function quoted(text: string): string {
  return /^\w[\w.-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
