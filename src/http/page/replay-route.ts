import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { sendError } from '../errors.ts';
import { ROUTES } from '../routes.ts';

// `GET /replay` of the page: sends the lab's search to the service as a browser would, and reports
// the headers.

export type CallApi = (request: InjectOptions) => Promise<LightMyRequestResponse>;

/** What the service answered: what a browser knows, which a page's script may not see. */
export interface Replay {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const REPLAY_METHODS = ['GET', 'OPTIONS'] as const;

/**
 * `GET /replay?method=…&q=…&origin=…&header=…`: sends the search to the service as a browser would
 * for a page of `origin`, or without Origin where none is given, and reports status and headers of
 * the answer. With method OPTIONS it is the preflight of a GET with the request header `header`.
 */
export function registerReplay(app: FastifyInstance, callApi: CallApi): void {
  app.get('/replay', async (request, reply) => {
    const parameters = new URL(request.url, 'http://page').searchParams;
    const method = REPLAY_METHODS.find((known) => known === parameters.get('method'));
    if (method === undefined) {
      const message = `Cannot replay this method. Use ${REPLAY_METHODS.join(' or ')}.`;
      return sendError(reply, { code: 'badRequest', message });
    }
    const origin = parameters.get('origin');
    const answer = await callApi({
      method,
      url: `${ROUTES.search.path}?${new URLSearchParams({ q: parameters.get('q') ?? '' })}`,
      headers: {
        ...(origin !== null && { origin }),
        ...(method === 'OPTIONS' && {
          'access-control-request-method': 'GET',
          'access-control-request-headers': parameters.get('header') ?? '',
        }),
      },
    });
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    const replay: Replay = { status: answer.statusCode, headers: Object.fromEntries(headers) };
    return reply.send(replay);
  });
}
