import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** Room for a search of 8,192 characters of three bytes each, percent-encoded, and 16 KiB of headers. */
const MAX_HEADER_BYTES = 8_192 * 9 + 16_384;
/** A caller that takes longer to send the headers wastes a connection. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for expired connections; its default is every 30 s. */
const TIMEOUT_CHECK_MS = 1_000;
/** Longer than the 60 s of the usual proxy, so that the proxy, not the server, closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** What one caller may ask of the server, as Node's options. */
export const SERVER_LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  },
} as const satisfies FastifyHttpOptions<Server>;
