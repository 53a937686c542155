/**
 * How a query is looked for in a description, both folded. `substring`: the query as it is, spaces
 * and all. `words`: each of its words somewhere, in any order.
 */
export const MATCHES = ['substring', 'words'] as const;
export type Match = (typeof MATCHES)[number];

export function isMatch(value: string): value is Match {
  return MATCHES.some((match) => match === value);
}
