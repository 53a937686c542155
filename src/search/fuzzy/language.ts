/** The languages whose words have forms that `match=fuzzy` knows; `none` is any other. */
export const LANGUAGES = ['english', 'none'] as const;
export type Language = (typeof LANGUAGES)[number];
