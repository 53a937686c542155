import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isErrorWith } from '../src/errors/user-error.ts';

// Reserves TCP ports for programs that need a fixed port.

/**
 * The lowest port to reserve. All reserved ports are below the ephemeral ports, which start at
 * 32768 on Linux and 49152 elsewhere.
 */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/**
 * Errors of a single port. Other errors, as on machines without 127.0.0.1, would recur for every
 * port.
 */
const TAKEN = ['EADDRINUSE', 'EACCES'];

/** A TCP port that no test gets by chance, even while the program that uses it is down. */
export interface ReservedPort {
  readonly port: number;
  readonly release: () => void;
}

/** Reserves a port of 127.0.0.1 across all processes that run tests. */
export async function reservePort(): Promise<ReservedPort> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const lock = await lockOf(port);
    if (lock === undefined) continue;
    if (await isFree(port)) return { port, release: () => lock.close() };
    lock.close();
  }
}

/** Binds the UDP port of the same number, which marks the TCP port as reserved. */
async function lockOf(port: number): Promise<Socket | undefined> {
  const lock = createSocket('udp4').unref();
  try {
    lock.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(lock, 'listening');
    return lock;
  } catch (error) {
    lock.close();
    if (!isErrorWith(error, ...TAKEN)) throw error;
    return undefined;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
  } catch (error) {
    if (!isErrorWith(error, ...TAKEN)) throw error;
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
