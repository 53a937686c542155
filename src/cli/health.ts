import { stdout } from 'node:process';
import { askService } from './ask-service.ts';
import { type ConfigurationSources, readValuesAlone } from './configuration/gather-options.ts';
import { ExitCode } from './exit-code.ts';

// `food-lookup health`: asks the running service whether it is ready, for Docker's HEALTHCHECK.

/**
 * Asks the service that has these settings whether it should get requests, and prints its answer.
 *
 * @returns success where it is ready
 * @throws UnreachableError where it does not answer
 */
export async function checkHealth(sources: ConfigurationSources): Promise<number> {
  const { host, port, socket, tlsCert } = await readValuesAlone(sources);
  const scheme = tlsCert === undefined ? 'http' : 'https';
  const { status, body } = await askService({ scheme, host, port, socket }, '/health/ready');
  stdout.write(`${status === 200 ? 'ready' : 'not ready'}: ${body.trimEnd()}\n`);
  return status === 200 ? ExitCode.success : ExitCode.failure;
}
