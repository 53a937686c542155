import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { timeSlices } from './time-slices.ts';

// Stops the server. Waits for requests in flight, for idle connections, and for connections not yet
// accepted.

/**
 * How long idle connections stay open after a stop begins, since their next request may be on its
 * way.
 */
export const IDLE_GRACE_MS = 500;
/** How long waiting callers are still accepted once the server stops. */
const ACCEPT_TIMEOUT_MS = 500;
/**
 * How long requests in flight may take after {@link ACCEPT_TIMEOUT_MS}: a stop takes 10 s at most.
 */
const STOP_TIMEOUT_MS = 9_500;
const STOP_CHECK_MS = 50;

/** Accepts all waiting connections. Otherwise, the system would reset them. */
export async function acceptWaiting(servers: readonly Server[]): Promise<void> {
  let isAccepting = true;
  const note = () => {
    isAccepting = true;
  };
  for (const server of servers) server.on('connection', note);
  // The event loop accepts one connection per turn.
  const endMs = performance.now() + ACCEPT_TIMEOUT_MS;
  while (isAccepting && performance.now() < endMs) {
    isAccepting = false;
    await setImmediate();
    await setImmediate();
  }
  for (const server of servers) server.off('connection', note);
}

/**
 * Stops accepting connections.
 *
 * @returns a promise that resolves when all connections are closed. The HTTP server's own close
 *   would close idle connections immediately, even if their next request is in transit.
 */
export async function closeListener(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  // Only the HTTP server's own `close` ends its timer for slow requests, which keeps the server in
  // memory.
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Closes connections as they become idle, and at the end any that remain.
 *
 * @param servers may grow in the meantime
 * @param closed settles when no connection is left
 */
export async function closeWhenIdle(
  servers: readonly Server[],
  closed: Promise<unknown>,
): Promise<void> {
  const startMs = performance.now();
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startMs;
    for (const server of servers) {
      if (elapsedMs > STOP_TIMEOUT_MS) server.closeAllConnections();
      // Node considers a connection idle even if it has unread requests.
      else if (elapsedMs > IDLE_GRACE_MS && !timeSlices.isBusy) server.closeIdleConnections();
    }
  }, STOP_CHECK_MS);
  await closed;
  clearInterval(timer);
}
