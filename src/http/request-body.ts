import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../errors/user-error.ts';
import type { Parameters } from '../interfaces/interface.ts';
import { errorBody, sendError } from './errors.ts';
import type { Handler, Query, Route } from './routes.ts';
import { closeAfterAnswers, resumeReading } from './server/pipelining.ts';
import { MAX_PARAMETERS } from './server/request-limits.ts';

// Reads JSON bodies on routes that take POST, and limits their size and time.

const MAX_BODY_BYTES = 64 * 1_024;
const BODY_TIMEOUT_MS = 10_000;
/** The maximum number of brackets. Deeply nested JSON takes a hundred times its size in memory. */
const MAX_BRACKETS = 500;

/**
 * Disables Fastify's body parsers for all types, since Fastify would close the connection after an
 * error. Only this module reads bodies.
 */
export function disableBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

/** Registers POST for a route. Its handler gets the parsed JSON as `request.body`. */
export function registerPost(
  app: FastifyInstance,
  url: string,
  route: Route,
  handler: Handler,
): void {
  app.post<Query>(url, { config: { route } }, (request, reply) => {
    const { origin, host } = request.headers;
    // Pages on this host are same-origin, and need no CORS grant.
    const isOwn = origin?.replace(/^https?:\/\//, '') === host;
    const isRefused = !isOwn && !reply.hasHeader('access-control-allow-origin');
    if (route.refusesOrigins && origin !== undefined && isRefused) {
      const message = `The cors settings do not allow origin ${JSON.stringify(origin)}`;
      sendError(reply, { status: 403, message });
      return;
    }
    readBody(request, reply, (text) => {
      const { unreadableBody = errorBody } = route;
      const refuse = (message: string) => reply.code(400).send(unreadableBody(message));
      if (text.split(/[[{]/, MAX_BRACKETS + 2).length > MAX_BRACKETS + 1) {
        refuse(TOO_MANY_BRACKETS);
        return;
      }
      try {
        request.body = JSON.parse(text);
      } catch {
        refuse('The body is not JSON');
        return;
      }
      // Nothing else catches what a handler throws once the body has arrived.
      try {
        handler(request, reply);
      } catch (error) {
        reply.send(error);
      }
    });
  });
}

/** Reads a body and keeps the connection open, or sends an error. */
function readBody(
  { raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>,
  reply: FastifyReply,
  use: (text: string) => void,
): void {
  const { 'content-length': length, expect } = headers;
  const message = typeFaultOf(headers);
  if (message !== undefined) {
    sendError(reply, { status: 415, message });
    return;
  }
  if (Number(length ?? 0) > MAX_BODY_BYTES) {
    sendError(reply, { status: 413, message: TOO_LONG });
    return;
  }
  let bytes = 0;
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => refuse(408, TOO_SLOW), BODY_TIMEOUT_MS);
  raw.on('data', take).on('end', end).on('close', stop);
  resumeReading(raw.socket, () => refuse(400, BAD_CHUNKS));
  // HTTP/1.0 has no interim responses, such as 100 Continue (RFC 9110, 10.1.1).
  const isAsked = expect?.toLowerCase() === '100-continue' && raw.httpVersionMinor > 0;
  if (isAsked) reply.raw.writeContinue();

  function take(chunk: Buffer): void {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > MAX_BODY_BYTES) refuse(413, TOO_LONG);
  }

  function end(): void {
    stop();
    use(Buffer.concat(chunks).toString());
  }

  function refuse(status: number, message: string): void {
    stop();
    closeAfterAnswers(raw.socket);
    sendError(reply, { status, message });
  }

  function stop(): void {
    clearTimeout(timer);
    raw.off('data', take).off('end', end).off('close', stop);
  }
}

/** Returns why a body of this type cannot be read; `undefined` if it can. */
function typeFaultOf({
  'content-type': type = '',
  'content-encoding': coding = 'identity',
}: FastifyRequest['headers']): string | undefined {
  if (!/^application\/json *(;|$)/i.test(type))
    return `Content-Type is ${JSON.stringify(type)}: send application/json`;
  const [, charset = 'utf-8'] = /; *charset="?([^\s;"]*)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) return `The charset is ${JSON.stringify(charset)}: send utf-8`;
  if (coding.toLowerCase() === 'identity') return undefined;
  return `Content-Encoding is ${JSON.stringify(coding)}: send the body uncompressed`;
}

const TOO_LONG = `The body has more than ${MAX_BODY_BYTES} bytes: send less`;
const TOO_MANY_BRACKETS = `The body has more than ${MAX_BRACKETS} "[" and "{": send less`;
const BAD_CHUNKS = 'The chunks of the body are invalid';
const TOO_SLOW = `The body took more than ${BODY_TIMEOUT_MS / 1_000} s`;

/** Returns the members of a JSON object as parameters, followed by those of the URL. */
export function parametersIn(body: unknown, address: URLSearchParams): Parameters {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RequestError('The body must be a JSON object');
  const members = Object.entries(body);
  if (members.length > MAX_PARAMETERS)
    throw new RequestError(`The body has more than ${MAX_PARAMETERS} members`);
  const parameters = members.flatMap(([name, value]) => valuesOf(name, value));
  return new URLSearchParams([...parameters, ...address]);
}

function valuesOf(name: string, value: unknown): [name: string, value: string][] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = items.filter((item) => item !== null);
  if (known.some((item) => typeof item === 'object'))
    throw new RequestError(`\`${name}\` must be a string, a number, or a list of these`);
  return known.map((item) => [name, String(item)]);
}
