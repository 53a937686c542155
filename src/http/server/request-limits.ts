import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestFault } from '../errors.ts';

// Limits the length of URLs and headers and the number of parameters (414, 431, 400).

/**
 * The maximum size of a target: room for a search of 8,192 bytes of UTF-8, percent-encoded, and 2
 * KiB for everything else.
 */
export const MAX_TARGET_BYTES = 26 * 1_024;

/** The maximum size of each of {@link READ_HEADERS}, with repeated lines joined. */
export const MAX_VALUE_BYTES = 4 * 1_024;

/**
 * The maximum size of all header names and values together. Proxies may send large tokens, which
 * nothing here reads.
 */
export const MAX_HEADERS_BYTES = 32 * 1_024;

export const MAX_HEADER_LINES = 100;

/** The maximum number of parameters in a URL, including unknown ones. */
export const MAX_PARAMETERS = 64;

/**
 * How much of a refused target is kept. This is enough to tell which part of the service it is for.
 */
const MAX_REFUSED_TARGET = 256;

/**
 * The headers that the service reads, apart from a few for POST and upgrades. Reading them takes
 * work that grows with their length.
 */
export const READ_HEADERS = [
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-encoding',
  'expect',
  'host',
  'if-match',
  'if-none-match',
  'origin',
  'transfer-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
] as const;

/**
 * Marks requests that exceed the limits, and removes values that are too long, before anything else
 * looks at them. The application then answers with the status for the fault.
 */
export function withinLimits(answer: RequestListener): RequestListener {
  return (request, response) => {
    const fault = limitFaultOf(request);
    if (fault !== undefined) {
      refuse(request, fault);
      request.url = request.url?.split('?', 1)[0]?.slice(0, MAX_REFUSED_TARGET);
      for (const name of READ_HEADERS) {
        if ((request.headers[name]?.length ?? 0) > MAX_VALUE_BYTES) delete request.headers[name];
      }
    }
    answer(request, response);
  };
}

function limitFaultOf({
  url = '',
  headers,
  rawHeaders,
}: IncomingMessage): RequestFault | undefined {
  if (url.length > MAX_TARGET_BYTES) {
    const message = `The URL has ${url.length} bytes: ${MAX_TARGET_BYTES} are allowed`;
    return { status: 414, message };
  }
  // Names and values alternate.
  const lines = rawHeaders.length / 2;
  if (lines > MAX_HEADER_LINES) {
    return headersTooLong(`There are ${lines} header lines: ${MAX_HEADER_LINES} are allowed`);
  }
  let bytes = 0;
  for (const text of rawHeaders) bytes += text.length;
  if (bytes > MAX_HEADERS_BYTES) {
    return headersTooLong(`The headers have ${bytes} bytes: ${MAX_HEADERS_BYTES} are allowed`);
  }
  if (bytes > MAX_VALUE_BYTES) {
    for (const name of READ_HEADERS) {
      const { length = 0 } = headers[name] ?? {};
      if (length <= MAX_VALUE_BYTES) continue;
      return headersTooLong(`Header ${name} has ${length} bytes: ${MAX_VALUE_BYTES} are allowed`);
    }
  }
  // RFC 9112, 6.1: only `chunked` is supported, although Node's parser accepts more.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return OTHER_CODING;
  return TOO_MANY_PARAMETERS.test(url)
    ? { status: 400, message: `The URL has more than ${MAX_PARAMETERS} parameters` }
    : undefined;
}

const OTHER_CODING: RequestFault = {
  status: 400,
  message: 'Transfer-Encoding must be chunked',
};

function headersTooLong(message: string): RequestFault {
  return { status: 431, message };
}

/** Matches no further than needed. An empty parameter between two `&` counts too. */
const TOO_MANY_PARAMETERS = new RegExp(`^(?:[^&]*&){${MAX_PARAMETERS}}.`, 's');

const faults = new WeakMap<IncomingMessage, RequestFault>();

/**
 * Marks a request that the server will not serve. The application sends the error, with CORS
 * headers.
 */
export function refuse(request: IncomingMessage, fault: RequestFault): void {
  faults.set(request, fault);
}

/** Returns why a server refuses this request; `undefined` if it does not. */
export function refusalOf(request: IncomingMessage): RequestFault | undefined {
  return faults.get(request);
}
