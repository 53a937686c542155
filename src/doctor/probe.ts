import http from 'node:http';
import https from 'node:https';
import { codeOf } from '../errors/user-error.ts';
import type { HeaderLine, NetworkFailure, ProbeRequest } from './report.ts';

// Sends one request. Decides how much of the response is read and which headers are kept, and says
// why a response is missing.

/** A status and the relevant header lines. The body is never read. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** The IP address that responded. */
  readonly address: string | undefined;
}

/** The result of a request. */
export type Outcome =
  | { readonly answer: Answer; readonly failure?: undefined }
  | { readonly failure: NetworkFailure; readonly answer?: undefined };

/** The deadline of the whole check. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

// The maximum size of the headers: far more than a correct server sends. Node's own limit is 16
// KiB.
const MAX_RECEIVED_BYTES = 64 * 1024;
const RELEVANT =
  /^(access-control-.+|vary|location|cache-control|age|cache-status|(cf|x)-cache.*|x-proxy-cache)$/i;

/**
 * Sends one request and waits for the headers of the response. `fetch` cannot be used, since it
 * joins repeated headers.
 */
export function send(request: ProbeRequest, deadline: Deadline): Promise<Outcome> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const { request: open } = url.protocol === 'https:' ? https : http;
    const fail = (error: unknown) =>
      resolve({
        failure: networkFailure(
          error,
          url,
          deadline.signal.aborted ? deadline.timeoutMs : undefined,
        ),
      });
    const outgoing = open(url, {
      method: request.method,
      headers: { ...request.headers },
      // Each request has its own connection, so that none is affected by another.
      agent: false,
      maxHeaderSize: MAX_RECEIVED_BYTES,
      // Browsers too accept lines that end with a bare LF.
      insecureHTTPParser: true,
      signal: deadline.signal,
    });
    outgoing.on('response', (incoming) => {
      resolve({
        answer: {
          status: incoming.statusCode ?? 0,
          headers: relevantLines(incoming.rawHeaders),
          address: incoming.socket.remoteAddress,
        },
      });
      incoming.destroy();
    });
    outgoing.on('error', fail);
    // This matters only if there was no response and no error, as after an unrequested upgrade.
    outgoing.on('close', () => fail(undefined));
    outgoing.end();
  });
}

function relevantLines(raw: readonly string[]): HeaderLine[] {
  const lines = raw.map((name, index): HeaderLine => [name, raw[index + 1] ?? '']);
  return lines.filter(([name], index) => index % 2 === 0 && RELEVANT.test(name));
}

/** Maps schemes and Node's error codes to the doctor's code and message. The first match counts. */
const FAILURES: readonly (readonly [form: RegExp, code: string, message: string])[] = [
  [/:ENOTFOUND$/, 'dns', 'The host {hostname} does not exist.'],
  [/:EAI_AGAIN$/, 'dns', 'The name server did not answer for {hostname}.'],
  [/:ECONNREFUSED$/, 'refused', 'Nothing listens at {host}: the connection was refused.'],
  [
    /:(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    'unreachable',
    'There is no route to {host} from here ({code}).',
  ],
  [/:ETIMEDOUT$/, 'timeout', '{host} did not accept the connection in time.'],
  [/:(?:ECONNRESET|EPIPE|)$/, 'reset', '{host} closed the connection without a response.'],
  [
    /^https:(?:EPROTO$|ERR_SSL_)/,
    'tls',
    '{host} does not speak TLS as expected ({code}). Is it plain http?',
  ],
  [
    /^https:(?:CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/,
    'tls',
    'The certificate of {host} is not trusted: {reason} ({code}).',
  ],
  [/:HPE_HEADER_OVERFLOW$/, 'not-http', '{host} sent headers that are too large.'],
  [/:HPE_/, 'not-http', '{host} answered with something that is not HTTP.'],
  [/^/, 'network', '{host} could not be reached ({code}).'],
];

/**
 * Explains in plain words why a request got no response.
 * @param error why the connection failed; `undefined` if it just ended.
 * @param timeoutMs the time limit in milliseconds, if it was reached.
 */
export function networkFailure(
  error: unknown,
  url: URL,
  timeoutMs: number | undefined,
): NetworkFailure {
  const { host, hostname, protocol } = url;
  if (timeoutMs !== undefined) {
    const message = `${host} did not answer within the check's limit of ${timeoutMs} ms.`;
    return { code: 'timeout', message };
  }
  const code = codeOf(error) || (error instanceof Error ? error.name : '');
  const reason = error instanceof Error ? error.message.trim() : code;
  const values = new Map(Object.entries({ host, hostname, code, reason }));
  const [, kind = '', text = ''] = FAILURES.find(([form]) => form.test(protocol + code)) ?? [];
  return {
    code: kind,
    message: text.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? ''),
  };
}
