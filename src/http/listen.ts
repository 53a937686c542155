import type { FastifyInstance } from 'fastify';
import { ListenError } from './listen-error.ts';
import { serverUrl } from './server-url.ts';

/**
 * Lets an application listen.
 *
 * @returns the address at which a browser on this machine reaches it
 * @throws ListenError where the port is in use, or the host or port cannot be had
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ListenError(host, port, error);
  }
  // The port is another than the one asked for where that was 0.
  const [address] = app.addresses();
  return serverUrl(host, typeof address === 'object' ? address.port : port);
}
