import { request as requestHttps } from 'node:https';
import { stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import type { Misses } from '../catalog/miss-counts.ts';
import { parseJson } from '../errors/shown-value.ts';
import { codeOf, messageOf, UserError } from '../errors/user-error.ts';
import { http } from '../http/server/node-http.ts';
import { type Scheme, serverUrl } from '../http/server/server-url.ts';
import type { SettingValues } from '../settings/settings.ts';
import { type ConfigurationSources, readValuesOnly } from './configuration/gather-options.ts';
import { ExitCode, printable, writeJson } from './output.ts';

// `food-lookup health` and `food-lookup stats`, which ask the running service.

/** How long to wait for a response. Docker waits 5 s, including the start of Node. */
const LIMIT_MS = 2_000;

/**
 * Sends a GET request to a service on this machine, and returns its response.
 *
 * @throws UserError
 */
async function askService(
  { host, port, socket }: Pick<SettingValues, 'host' | 'port' | 'socket'>,
  path: string,
  scheme: Scheme = 'http',
) {
  const url = serverUrl(host, port, scheme);
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    if (port === 0 && socket === undefined)
      throw new Error('port 0 is a different port on each start');
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    // The certificate does not have to match this URL, since nothing secret is sent.
    const options = {
      rejectUnauthorized: false,
      agent: false,
      signal,
      ...(socket !== undefined && { socketPath: socket }),
    };
    const request = scheme === 'https' ? requestHttps : http.request;
    request(new URL(path, url), options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    })
      .on('error', reject)
      .end();
    return await promise;
  } catch (cause) {
    const failure = codeOf(cause) === 'EPROTO' ? NO_TLS : messageOf(cause);
    const reason = signal.aborted ? TIMED_OUT : failure;
    const message = `Cannot reach the service at ${socket ?? url} (${reason}). Start it, or give this command the same settings.`;
    throw new UserError(message, { cause });
  }
}

const TIMED_OUT = `no response within ${LIMIT_MS / 1_000} s`;
const NO_TLS = 'its response is not TLS';

/**
 * Asks the service with these settings whether it is ready for requests, and prints the result.
 *
 * @returns success if it is ready
 * @throws UserError if it does not respond, or another program does
 */
export async function checkHealth(sources: ConfigurationSources): Promise<number> {
  const { host, port, socket, tlsCert } = await readValuesOnly(sources);
  const scheme = tlsCert === undefined ? 'http' : 'https';
  const { status, body } = await askService({ host, port, socket }, '/health/ready', scheme);
  const { ready, error = OTHER_PROGRAM } = parsed(body);
  if (typeof ready !== 'boolean') {
    const place = socket ?? `port ${port} of ${host}`;
    throw new UserError(`Cannot read the state at ${place}: ${error}.`);
  }
  stdout.write(`${status === 200 ? 'ready' : 'not ready'}: ${body.trimEnd()}\n`);
  return status === 200 ? ExitCode.success : ExitCode.failure;
}

/**
 * Prints the searches that have found nothing since the service with these settings started.
 *
 * @throws UserError if it does not respond, or does not count them
 */
export async function printStats(sources: ConfigurationSources, isJson: boolean): Promise<void> {
  const { metricsHost: host, metricsPort: port } = await readValuesOnly(sources);
  if (port === undefined) {
    const setting = '--metrics-port (METRICS_PORT)';
    throw new UserError(`Set the service's metrics port: ${setting}.`);
  }
  const { status, body } = await askService({ host, port, socket: undefined }, '/misses');
  const answer = parsed(body);
  if (status !== 200 || answer.texts === undefined) {
    const { error = OTHER_PROGRAM } = answer;
    throw new UserError(`Cannot read the counts at port ${port} of ${host}: ${error}.`);
  }
  if (isJson) writeJson(answer);
  else stdout.write(missesText(answer));
}

const OTHER_PROGRAM = 'another program answers there';

/** The fields of the responses that the two commands read. */
type Answer = Partial<Misses> & { readonly ready?: unknown; readonly error?: string };

/** Parses a response; returns `{}` if it is not JSON. */
function parsed(body: string): Answer {
  return Object(parseJson(body));
}

function missesText({ total = 0, texts = [] }: Partial<Misses>): string {
  const width = String(texts[0]?.count ?? '').length;
  const lines = texts.map(
    ({ text, count }) => `${String(count).padStart(width)}  ${printable(text)}\n`,
  );
  return `${total.toLocaleString('en')} searches found nothing since startup\n${lines.join('')}`;
}
