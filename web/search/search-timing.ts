/** Typing rests this long before a search is sent: shorter sends letters nobody waits for. */
export const DEBOUNCE_MS = 100;
/** A search that takes longer is called slow, so that nobody wonders. */
export const SLOW_MS = 3000;
/** A service that did not answer is asked again this often. */
export const RETRY_MS = 3000;
