import { onTestFinished } from 'vitest';
import { reservePort } from './reserved-port.ts';

// Reserves a port for a test that expects it to be closed later.

/**
 * Reserves a port until the test has finished, so that nothing else listens on it once a service
 * has ended.
 */
export async function portOfTest(): Promise<number> {
  const { port, release } = await reservePort();
  onTestFinished(release);
  return port;
}
