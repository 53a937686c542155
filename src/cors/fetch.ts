import { addToVary, answerCors } from './answer.ts';
import type { CorsPolicy } from './policy.ts';

/** Answers a request, as Deno, Bun, workers and frameworks such as Hono have it. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

/**
 * CORS for a handler of the Fetch API: adds the headers to its answers, and answers preflights in
 * its place. Needs nothing of Node.
 *
 * @throws OriginFunctionError (as a rejection) where an origin function failed, and whatever the
 * handler throws. The request is then neither granted nor handled.
 */
export function fetchCors<Rest extends readonly unknown[]>(
  policy: CorsPolicy,
  handle: FetchHandler<Rest>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { headers, isPreflight } = await answerCors(policy, {
      method: request.method,
      origin: header('origin'),
      requestMethod: header('access-control-request-method'),
      requestHeaders: header('access-control-request-headers'),
    });
    // 200 and not 204, which some older browsers take for a refusal.
    if (isPreflight) return new Response(null, { headers: { ...headers, 'Content-Length': '0' } });
    const answer = await handle(request, ...rest);
    // A network error and an upgrade have no headers to add to.
    if (answer.status < 200) return answer;
    // The headers of an answer that was fetched cannot be changed; those of a copy can.
    const copy = new Response(answer.body, answer);
    for (const [name, value] of Object.entries(headers)) {
      const present = name === 'Vary' ? (copy.headers.get(name) ?? '') : '';
      copy.headers.set(name, name === 'Vary' ? addToVary(present, value) : value);
    }
    return copy;
  };
}
