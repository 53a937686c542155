import type { ServerOptions } from 'node:http';
import { MAX_HEADERS_BYTES, MAX_TARGET_BYTES } from './request-limits.ts';

// The server's default timeouts and connection limits, and its limits on pipelined requests and
// unread responses.

/** Limits for one caller, and for all callers together. */
export interface ServerLimits {
  /** How many connections may be open at a time. Any more are closed as soon as they open. */
  readonly maxConnections: number;
  /**
   * How many connections one address may have, except this machine's and trusted proxies'. Enforced
   * while more than half of {@link maxConnections} are open. Default: half of the maximum.
   */
  readonly maxConnectionsPerAddress?: number | undefined;
  /** Time limit for the headers of a request, in ms. */
  readonly headersTimeoutMs: number;
  /** Time limit for a whole request to arrive, in ms. */
  readonly requestTimeoutMs: number;
  /** Time limit for the next request on a connection, in ms. */
  readonly keepAliveTimeoutMs: number;
  /**
   * How long a connection with an unread response may send and receive nothing before it is closed,
   * in ms.
   */
  readonly stallTimeoutMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = Object.freeze({
  // Each connection may hold MAX_HEAD_BYTES of an unfinished request: 170 MB in all.
  maxConnections: 2_500,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than the 60 s of most proxies, so that the proxy closes the connection first.
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 10_000,
});

/**
 * How many pipelined requests on one connection may wait. If more arrive, the connection is closed
 * once the waiting ones are answered.
 */
export const MAX_WAITING_REQUESTS = 10;

/** How many bytes of responses may be unread by callers, on all connections together. */
export const MAX_UNREAD_RESPONSE_BYTES = 64 * 2 ** 20;

/**
 * The maximum size of a request's head. For a longer one, Node's parser only reports that it is too
 * long. A shorter head becomes a request, and the error response to a request can have CORS
 * headers.
 */
const MAX_HEAD_BYTES = MAX_TARGET_BYTES + MAX_HEADERS_BYTES + 8 * 1_024;

/** How often Node looks for expired connections. By default, it looks every 30 s. */
const TIMEOUT_CHECK_MS = 1_000;

/** Returns the limits that Node enforces, as its options. */
export function nodeOptions(limits: ServerLimits): ServerOptions {
  return {
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Without a Host, Node would respond without JSON or CORS headers.
    requireHostHeader: false,
  };
}

/**
 * Why the server closes a connection early: too many connections, a request that did not arrive in
 * time, bytes that are not HTTP, headers that are too long, responses that are not read.
 */
export type DisconnectReason =
  | 'too_many'
  | 'timeout'
  | 'not_http'
  | 'headers_too_long'
  | 'not_read';
