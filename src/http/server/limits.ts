import type { ServerOptions } from 'node:http';
import { MAX_HEADERS_BYTES, MAX_TARGET_BYTES } from './request-limits.ts';

// Defaults of the server's timeouts and numbers of connections; most pipelined requests, most bytes
// of answers not yet taken.

/** Limits for one caller, and for all callers together. */
export interface ServerLimits {
  /** Connections at a time. One more is closed when it opens. */
  readonly maxConnections: number;
  /** Of one address, while more than half of all are taken. Default: half of all. */
  readonly maxConnectionsPerAddress?: number | undefined;
  /** Time limit for the headers of a request, in ms. */
  readonly headersTimeoutMs: number;
  /** For a whole request to arrive, in ms. */
  readonly requestTimeoutMs: number;
  /** Time limit for the next request on a connection, in ms. */
  readonly keepAliveTimeoutMs: number;
  /**
   * How long an unread answer may wait without a byte sent or received, in ms. Then the connection
   * is closed.
   */
  readonly stallTimeoutMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = Object.freeze({
  // Each may hold MAX_HEAD_BYTES of a request that never ends: 170 MB in all.
  maxConnections: 2_500,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than the 60 s of the usual proxy, so that the proxy, not the server, closes first.
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 10_000,
});

/** Pipelined requests of one connection that wait. With more, it is closed after these. */
export const MAX_WAITING_REQUESTS = 10;

/** Bytes of answers that callers have not taken yet, of all connections. */
export const MAX_UNTAKEN_BYTES = 64 * 2 ** 20;

/**
 * The head of a request, above which Node's parser says nothing of it but that it is too long. Below,
 * it is a request, and it is refused with all that lets a page read why.
 */
const MAX_HEAD_BYTES = MAX_TARGET_BYTES + MAX_HEADERS_BYTES + 8 * 1_024;

/** How often Node looks for expired connections; its default is every 30 s. */
const TIMEOUT_CHECK_MS = 1_000;

/** The limits that Node enforces, as its options. */
export function nodeOptions(limits: ServerLimits): ServerOptions {
  return {
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    // Without a Host, Node would answer without JSON and CORS headers.
    requireHostHeader: false,
  };
}

/**
 * Why a server closes a connection that its caller would have kept: one more than there may be, a
 * request that did not arrive in time, what is not HTTP, headers that are too long, answers that are
 * not taken.
 */
export type DisconnectReason =
  | 'too_many'
  | 'timeout'
  | 'not_http'
  | 'headers_too_long'
  | 'not_read';
