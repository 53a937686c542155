import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ListenError } from './listen-error.ts';
import { serverUrl } from './server-url.ts';

/**
 * Lets an application listen.
 *
 * @returns the address at which a browser on this machine reaches it
 * @throws ListenError where the port is in use, or the host or port cannot be had
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  logger: Logger,
): Promise<string> {
  const { level } = logger;
  // Fastify would log each address it takes; who calls is told the one that counts.
  if (logger.isLevelEnabled('info')) logger.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ListenError(host, port, error);
  } finally {
    logger.level = level;
  }
  // The port is another than the one asked for where that was 0.
  const [address] = app.addresses();
  return serverUrl(host, typeof address === 'object' ? address.port : port);
}
