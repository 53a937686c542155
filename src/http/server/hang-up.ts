// The reasons for which connections are closed, for the metrics.

/**
 * Why a server closes a connection that its caller would have kept: one more than there may be, a
 * request that did not arrive in time, what is not HTTP, headers that are too long, answers that are
 * not taken.
 */
export type HangUp = 'too_many' | 'timeout' | 'not_http' | 'headers_too_long' | 'not_read';
