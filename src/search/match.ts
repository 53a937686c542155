/**
 * How a query is looked for in a description, both folded. `substring`: the query as it is, spaces
 * and all. `words`: each of its words somewhere, in any order. `fuzzy`: its words in any form, also
 * misspelled or by another name; docs/search.md has the rules.
 */
export const MATCHES = ['substring', 'words', 'fuzzy'] as const;
export type Match = (typeof MATCHES)[number];
/** The modes in which a text matches as it is typed. */
export type ExactMatch = Exclude<Match, 'fuzzy'>;

export function isMatch(value: string): value is Match {
  return MATCHES.some((match) => match === value);
}
