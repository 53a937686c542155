import http from 'node:http';
import https from 'node:https';
import { networkFailure } from './network-failure.ts';
import type { HeaderLine, NetworkFailure, ProbeRequest } from './report.ts';

// Sends one request of the doctor: how much of an answer is read, which headers are kept.

/** A status and the header lines that matter; the body is never read. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  /** The IP address that answered. */
  readonly address: string | undefined;
}

/** The result of a request. */
export type Outcome =
  | { readonly answer: Answer; readonly failure?: undefined }
  | { readonly failure: NetworkFailure; readonly answer?: undefined };

/** When the whole check has to end. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

// Far more than a sound server sends. Node's own limit is 16 KiB.
const MAX_RECEIVED_BYTES = 64 * 1024;
const RELEVANT =
  /^(access-control-.+|vary|location|cache-control|age|cache-status|(cf|x)-cache.*|x-proxy-cache)$/i;

/**
 * Sends one request and waits for the header of its answer. `fetch` would not do: it joins
 * repeated headers, follows redirects, and refuses to set Origin.
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
      // Each request has its own connection, so that none inherits the state of another.
      agent: false,
      maxHeaderSize: MAX_RECEIVED_BYTES,
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
    // Only counts if neither came, as after an upgrade that nobody asked for.
    outgoing.on('close', () => fail(undefined));
    outgoing.end();
  });
}

function relevantLines(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    if (RELEVANT.test(name)) lines.push([name, value]);
  }
  return lines;
}
