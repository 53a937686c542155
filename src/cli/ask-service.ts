import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { messageOf } from '../errors/message-of.ts';
import { UserError } from '../errors/user-error.ts';
import { type Scheme, serverUrl } from '../http/server/server-url.ts';

// How `health` and `stats` ask the running service, and how long they wait.

/** A service on this machine cannot be asked. The message says where it was looked for. */
export class UnreachableError extends UserError {
  override readonly name = 'UnreachableError';
}

/** Where a service listens, as its settings say. */
export interface ServiceAddress {
  readonly scheme: Scheme;
  readonly host: string;
  readonly port: number;
  /** A Unix socket, instead of the host and port. */
  readonly socket?: string | undefined;
}

/** How long a healthy service takes to answer at most. Docker waits for 3 s, and Node starts first. */
const LIMIT_MS = 2_000;

/**
 * What a service on this machine answers to a GET request.
 *
 * @throws UnreachableError
 */
export async function askService(
  { scheme, host, port, socket }: ServiceAddress,
  path: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const url = serverUrl(host, port, scheme);
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    if (port === 0 && socket === undefined) throw new Error('port 0 is a different one each time');
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    // It is asked by an address, for which its certificate need not be, and nothing secret is sent.
    const options = {
      rejectUnauthorized: false,
      agent: false,
      signal,
      ...(socket !== undefined && { socketPath: socket }),
    };
    const request = scheme === 'https' ? requestHttps : requestHttp;
    request(new URL(path, url), options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
    return await promise;
  } catch (cause) {
    const reason = signal.aborted ? LATE : messageOf(cause);
    const message = `Cannot reach the service at ${socket ?? url} (${reason}). Start it, or give this command the settings that the service has.`;
    throw new UnreachableError(message, { cause });
  }
}

const LATE = `no answer within ${LIMIT_MS / 1_000} s`;
