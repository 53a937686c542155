import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import CachePolicy from 'http-cache-semantics';

/** Where a response came from: the server, the cache, or the cache after revalidation. */
export type CacheResult = 'miss' | 'hit' | 'revalidated';

/** A shared cache in front of a server. */
export interface CachingProxy {
  readonly server: Server;
  /** How each GET was answered, in order. */
  readonly results: readonly CacheResult[];
}

/** The settings of a cache. */
export interface CachingProxyOptions {
  /** The server behind the cache, as a base URL. */
  readonly upstream: string;
  /**
   * Keeps responses for this many seconds, no matter what the server says, as operators often
   * configure.
   */
  readonly forcedAgeS?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: CachePolicy.Headers;
  readonly body: Buffer;
}

interface Stored {
  readonly policy: CachePolicy;
  readonly answer: Answer;
}

/**
 * Creates a caching reverse proxy as RFC 9111 defines it. `http-cache-semantics` decides what may
 * be stored, which requests it may be reused for (`Vary`), and when it must be revalidated.
 */
export function createCachingProxy(options: CachingProxyOptions): CachingProxy {
  const variants = new Map<string, Stored[]>();
  const results: CacheResult[] = [];

  async function answerGet(incoming: IncomingMessage): Promise<[CacheResult, Answer]> {
    const asked = {
      method: incoming.method,
      url: incoming.url,
      headers: incoming.headers,
    };
    const key = incoming.url ?? '/';
    const stored = variants.get(key) ?? [];
    const keep = (policy: CachePolicy, answer: Answer, replaced?: Stored) => {
      if (!policy.storable()) return;
      variants.set(key, [...stored.filter((one) => one !== replaced), { policy, answer }]);
    };

    const fresh = stored.find(({ policy }) => policy.satisfiesWithoutRevalidation(asked));
    if (fresh !== undefined) {
      return ['hit', { ...fresh.answer, headers: fresh.policy.responseHeaders() }];
    }
    // A stored response fits this request if revalidation would send a conditional request.
    const stale = stored.find(
      ({ policy }) => policy.revalidationHeaders(asked)['if-none-match'] !== undefined,
    );
    if (stale === undefined) {
      const answer = await fetchAnswer(options, incoming, incoming.headers);
      keep(new CachePolicy(asked, answer), answer);
      return ['miss', answer];
    }
    const answer = await fetchAnswer(options, incoming, stale.policy.revalidationHeaders(asked));
    const { policy, modified } = stale.policy.revalidatedPolicy(asked, answer);
    const current = modified ? answer : stale.answer;
    keep(policy, current, stale);
    return [modified ? 'miss' : 'revalidated', { ...current, headers: policy.responseHeaders() }];
  }

  const server = createServer(async (incoming, outgoing) => {
    try {
      const isGet = incoming.method === 'GET';
      const [result, answer] = isGet
        ? await answerGet(incoming)
        : [undefined, await fetchAnswer(options, incoming, incoming.headers)];
      if (result !== undefined) results.push(result);
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) outgoing.setHeader(name, value);
      }
      outgoing.writeHead(answer.status).end(answer.body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  return { server, results };
}

/** Fetches the response of the server behind the cache to a request with these headers. */
async function fetchAnswer(
  { upstream, forcedAgeS }: CachingProxyOptions,
  incoming: IncomingMessage,
  headers: CachePolicy.Headers,
): Promise<Answer> {
  const { connection: _, host: __, ...passed } = headers;
  const outgoing = request(new URL(incoming.url ?? '/', upstream), {
    method: incoming.method ?? 'GET',
    headers: passed,
  });
  outgoing.end();
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (response === undefined) throw new Error('The server behind the cache did not answer.');
  const { connection: ___, 'transfer-encoding': ____, ...received } = response.headers;
  if (forcedAgeS !== undefined) received['cache-control'] = `max-age=${forcedAgeS}`;
  return { status: response.statusCode ?? 0, headers: received, body: await buffer(response) };
}
