import type { WhereCondition } from './request-options.ts';

// The parameters of request URLs, from the client's options.

/** Formats conditions as the service reads them. */
export function whereText(where: readonly WhereCondition[]): string {
  return where
    .map((condition) =>
      condition.length === 2
        ? `!${quoted(condition[1])}`
        : `${quoted(condition[0])}${condition[1]}${quoted(String(condition[2]))}`,
    )
    .join(',');
}

/** Quotes a name, value, or key unless it is plain. */
export function quoted(text: string): string {
  return /^\w[\w.-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The parameters of a request URL by name. */
export interface Parameters extends Readonly<Record<string, unknown>> {
  readonly where?: readonly WhereCondition[] | undefined;
}

/** Returns the parameters that are not `undefined`. Lists are separated by commas. */
export function queryOf({ where, ...parameters }: Parameters): URLSearchParams {
  const query = new URLSearchParams();
  const asked = { ...parameters, where: where?.[0] && whereText(where) };
  for (const [name, value] of Object.entries(asked)) {
    // As in the library, empty lists of fields and conditions count as no parameter; an empty list
    // of keys is an error.
    const isNone = name === 'fields' && Object(value).length === 0;
    if (value !== undefined && !isNone) query.set(name, String(value));
  }
  return query;
}
