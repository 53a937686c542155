import { checkPolicy, misuse } from '../errors/check-arguments.ts';
import { addToVary, answerCors, corsRequestOf, createNoteLog } from './answer.ts';
import type { CorsPolicy } from './policy.ts';
import type { CorsHeaders } from './response-headers.ts';

// CORS for handlers of the Fetch API (Hono, Bun, Deno, workers): preflights (200), and errors of
// the policy or the handler (500).

/** A request handler as in Deno, Bun, workers and frameworks such as Hono. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * Wraps a Fetch API handler with CORS. Unless CORS is off, adds the headers to its responses,
 * replacing any grants that they already have, and handles preflights itself. Does not need Node.
 *
 * A thrown `Response` counts as returned, as in Remix. Anything else that the handler throws
 * becomes a 500 with the headers, so that the page sees a status instead of a failed fetch. An
 * {@link OriginFunctionError} also becomes a 500, but grants nothing, and the handler is not
 * called. Neither 500 contains details.
 *
 * @param log gets what was thrown. By default, it goes to the console.
 */
export function fetchCors<Rest extends readonly unknown[]>(
  policy: CorsPolicy,
  handle: FetchHandler<Rest>,
  log: (thrown: unknown) => void = (thrown) => console.error(thrown),
  ...extra: never[]
): (request: Request, ...rest: Rest) => Promise<Response> {
  checkPolicy(policy, extra);
  for (const given of [handle, log]) {
    if (typeof given !== 'function') throw misuse(given, 'a function', 'one such as app.fetch');
  }
  const logNote = createNoteLog();
  return async (request, ...rest) => {
    let granted = policy.responseHeaders({ kind: 'refused' });
    try {
      // A Map has `get` too, but is case-sensitive, so it might not find headers.
      if (typeof request?.headers?.append !== 'function') {
        throw misuse(request, 'a request', "a Request, such as Hono's context.req.raw");
      }
      const asked = corsRequestOf(request, (name) => request.headers.get(name) ?? undefined);
      const { decision, headers, isPreflight } = await answerCors(policy, asked);
      logNote(decision);
      granted = headers;
      // The status is not 204, since some older browsers treat that as a refusal.
      if (isPreflight)
        return new Response(null, { headers: { ...headers, 'Content-Length': '0' } });
      const handled = new Promise<Response>((resolve) => resolve(handle(request, ...rest)));
      const answer = await handled.catch((thrown: unknown) => {
        if (thrown instanceof Response) return thrown;
        throw thrown;
      });
      // A response is recognized by its shape, since it may come from any library.
      if (typeof answer?.headers?.get !== 'function')
        throw misuse(answer, 'an answer', 'a Response');
      return add(granted, answer);
    } catch (thrown) {
      log(thrown);
      return add(granted, new Response('Internal Server Error', { status: 500 }));
    }
  };
}

const GRANT_HEADERS = ['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials'];

function add(headers: CorsHeaders, answer: Response): Response {
  // Headers cannot be added to a network error or an upgrade.
  if (answer.status < 200) return answer;
  // The headers of a fetched response are immutable, but those of a copy are not.
  const copy = new Response(answer.body, answer);
  // Removes grants that another server may have set, since the policy decides. There is no Vary if
  // CORS is off or open to everyone.
  if ('Vary' in headers) for (const name of GRANT_HEADERS) copy.headers.delete(name);
  for (const [name, value] of Object.entries(headers)) {
    const isVary = name === 'Vary';
    copy.headers.set(name, isVary ? addToVary(copy.headers.get(name) ?? '', value) : value);
  }
  return copy;
}
