/** The most foods a search returns. The index is built for it. */
export const MAX_FOODS = 100;
