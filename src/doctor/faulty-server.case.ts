import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { listening } from '../../test/http/listening.ts';
import { checkServer } from './check-server.ts';
import type { DoctorReport } from './report.ts';

// A server with correct CORS headers, and ways to break them.

/** The page that the correct server allows. */
export const PAGE = 'http://localhost:5173';

/** Header values by lowercase name. A list is a repeated header. */
export type Headers = Record<string, string | string[]>;

/** Handles a request. */
export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** The response of a server that does everything right. The servers below alter it. */
export function soundAnswer({ url, method, headers: { origin } }: IncomingMessage): {
  status: number;
  headers: Headers;
} {
  const allowed = origin === PAGE;
  const preflight = method === 'OPTIONS';
  return {
    status: preflight || url?.startsWith('/food') ? 200 : 404,
    headers: {
      vary: 'Accept-Encoding, origin',
      ...(allowed ? { 'access-control-allow-origin': PAGE } : {}),
      ...(allowed && preflight
        ? {
            'access-control-allow-methods': 'GET, HEAD',
            'access-control-allow-headers': 'Content-Type, X-CORS-Check, Authorization',
            'access-control-max-age': '600',
          }
        : {}),
    },
  };
}

function send(response: ServerResponse, status: number, headers: Headers): void {
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  response.end('[]');
}

/** A correct server, except for what `alter` does to its responses. */
export function altered(
  alter: (headers: Headers, request: IncomingMessage, status: number) => number | undefined,
): Respond {
  return (request, response) => {
    const { status, headers } = soundAnswer(request);
    const changed = alter(headers, request, status);
    send(response, changed ?? status, headers);
  };
}

/** A server that sends these headers with every response: 200, or 404 for unknown paths. */
export function always(headers: Headers): Respond {
  return (request, response) => {
    send(response, soundAnswer(request).status, headers);
  };
}

/** A server that allows every origin. */
export function reflecting(extra: Headers = {}): Respond {
  return altered((headers, { headers: { origin } }) => {
    if (origin === undefined) return;
    Object.assign(headers, {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'x-cors-check',
      ...extra,
    });
  });
}

/** A server that allows the page, and every origin that passes a careless test. */
export function careless(test: (origin: string) => boolean, extra: Headers = {}): Respond {
  return altered((headers, { headers: { origin } }) => {
    if (origin !== undefined && test(origin)) {
      Object.assign(headers, { 'access-control-allow-origin': origin, ...extra });
    }
  });
}

/** A correct server, except for what `alter` does to preflights. */
export function onPreflight(alter: (headers: Headers) => number | undefined): Respond {
  return altered((headers, { method }) => (method === 'OPTIONS' ? alter(headers) : undefined));
}

/** Starts the server on a free port and checks it, by default for the page. */
export async function check(
  respond: Respond,
  options: Partial<Parameters<typeof checkServer>[1]> & { path?: string } = {},
): Promise<DoctorReport> {
  const { path = '/food?q=egg', ...rest } = options;
  const base = await listening(createServer(respond));
  return checkServer(`${base}${path}`, { from: PAGE, ...rest });
}

/** The findings, worst first, as in `error allow-origin-missing`. */
export const codes = ({ findings }: DoctorReport) =>
  findings.map(({ severity, code }) => `${severity} ${code}`);

/** Removes the ports of local servers from text, since they differ in each run. */
export const withoutPorts = (text: string) =>
  text.replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1');

/**
 * Checks a server, compares the findings (their messages and their probes) with a snapshot, and
 * returns their codes.
 */
export async function codesOf(
  respond: Respond,
  options?: Parameters<typeof check>[1],
): Promise<string[]> {
  return recorded(await check(respond, options));
}

/** Compares the findings with a snapshot, and returns their codes. */
export function recorded(report: DoctorReport): string[] {
  const texts = report.findings.map(
    ({ message, fix = '-', probes }) => `${message} | ${fix} | ${probes.join(', ')}`,
  );
  expect(texts.map(withoutPorts)).toMatchSnapshot();
  return codes(report);
}

/**
 * A cache in front of a server without Vary: answers every GET with the response for one origin.
 */
export function storing(origin: string | undefined): Respond {
  return (request, response) => {
    const { status, headers } = soundAnswer(request);
    if (request.method === 'GET') {
      delete headers.vary;
      delete headers['access-control-allow-origin'];
      if (origin !== undefined) headers['access-control-allow-origin'] = origin;
      headers['x-cache'] = 'HIT';
    }
    response.statusCode = status;
    response.setHeaders(new Map(Object.entries(headers)));
    response.end('[]');
  };
}
