/** The most rows a search gives. The index is built for it. */
export const MAX_ROWS = 100;
