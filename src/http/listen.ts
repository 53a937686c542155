import type { FastifyInstance } from 'fastify';
import { ListenError } from './listen-error.ts';
import { serverUrl } from './server-url.ts';

/**
 * Makes an application listen.
 *
 * @returns the URL at which a browser on this machine reaches it
 * @throws ListenError if the port is in use, or the host or port is not available
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ListenError(host, port, error);
  }
  // Port 0 has become a real one.
  const [address] = app.addresses();
  return serverUrl(host, typeof address === 'object' ? address.port : port);
}
