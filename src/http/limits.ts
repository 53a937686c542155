import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** A search of 8,192 characters of three bytes each, percent-encoded, and 16 KiB of other headers. */
const MAX_HEADER_BYTES = 8_192 * 9 + 16_384;
/** A caller who takes longer to send the headers holds a connection for nothing. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node looks for connections whose time is up; its default is every 30 s. */
const TIMEOUT_CHECK_MS = 1_000;
/** Longer than the 60 s of the usual proxy: the side that may still send must not be the last to know. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** What one caller may ask of the server, in Node's own terms. */
export const SERVER_LIMITS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  http: {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  },
} as const satisfies FastifyHttpOptions<Server>;
