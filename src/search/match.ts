/**
 * How a query is looked for in a description, both folded. `substring`: the query as it is, spaces
 * and all. `words`: each of its words somewhere, in any order.
 */
export type Match = 'substring' | 'words';
