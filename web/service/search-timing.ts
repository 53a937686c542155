// How long the page waits while someone types, before it says "slow", and before it tries again.

/**
 * Letters that follow each other faster are sent once they rest this long: nobody waits for those
 * between. After such a rest, a letter is sent at once.
 */
export const DEBOUNCE_MS = 150;
/** A search that takes longer is called slow, so that nobody wonders. */
export const SLOW_MS = 3000;
/** A service that did not answer is asked again this often. */
export const RETRY_MS = 3000;
/** A connection that was lost with the network says nothing for minutes: asked again after this time. */
export const RETRY_LIMIT_MS = 10_000;
