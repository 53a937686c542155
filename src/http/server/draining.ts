import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { timeSlices } from './time-slices.ts';

// How the server stops: how long it waits for requests under way, idle connections and callers not
// yet accepted.

/** A connection that was used within this time may be sending its next request. */
const IDLE_GRACE_MS = 500;
/** Callers that wait to be accepted are accepted for this long at most, once the server stops. */
const ACCEPT_TIMEOUT_MS = 500;
/** After that, requests under way have this long to be answered: 10 s in all. */
const STOP_TIMEOUT_MS = 9_500;
const STOP_CHECK_MS = 50;

/** Accepts the connections that wait for it: the system resets those that are not accepted. */
export async function acceptWaiting(servers: readonly Server[]): Promise<void> {
  let isAccepting = true;
  const note = () => {
    isAccepting = true;
  };
  for (const server of servers) server.on('connection', note);
  // The event loop accepts one in each turn.
  const endMs = performance.now() + ACCEPT_TIMEOUT_MS;
  while (isAccepting && performance.now() < endMs) {
    isAccepting = false;
    await setImmediate();
    await setImmediate();
  }
  for (const server of servers) server.off('connection', note);
}

/**
 * Takes no more connections.
 *
 * @returns when all connections are closed. The close of an HTTP server would close the idle ones at
 *   once, though the next request may be on its way.
 */
export async function closeListener(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  // Only this ends the timer that looks for slow requests, which keeps the server in memory.
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Closes connections as they become idle, and those that are left in the end.
 *
 * @param servers may grow meanwhile
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
      // Node considers connections idle whose requests are still unread.
      else if (elapsedMs > IDLE_GRACE_MS && !timeSlices.isBusy) server.closeIdleConnections();
    }
  }, STOP_CHECK_MS);
  await closed;
  clearInterval(timer);
}
