import { onTestFinished } from 'vitest';
import { reservePort } from './reserved-port.ts';

// Reserves a port for a test that expects it to be closed later.

/** Reserves a port until the test has finished. Nothing else listens on it after a service. */
export async function portOfTest(): Promise<number> {
  const { port, release } = await reservePort();
  onTestFinished(release);
  return port;
}
