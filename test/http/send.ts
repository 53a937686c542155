import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { disagreements } from './openapi-check.ts';

/** An answer as it came over the wire. */
export interface WireResponse {
  readonly status: number;
  /** Every line of each header, by its name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface WireRequest {
  readonly method?: string;
  /** Sent as it is: nothing is encoded, nothing is normalized. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/**
 * Sends a request over its own connection and gives the whole answer. Fails where
 * the answer is not as the OpenAPI document describes it.
 */
export function send(
  base: string,
  { method, path, headers, body }: WireRequest,
): Promise<WireResponse> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: hostname.replace(/^\[|\]$/g, ''), port, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer: WireResponse = {
            status: response.statusCode ?? 0,
            headers: new Map(
              Object.entries(response.headersDistinct).map(([name, lines]) => [name, lines ?? []]),
            ),
            body: Buffer.concat(chunks).toString('utf8'),
          };
          const { status, body: sent } = answer;
          const type = response.headers['content-type'];
          const wrong = disagreements({ method: method ?? 'GET', path, status, type, body: sent });
          if (wrong.length > 0) reject(new Error(`Not as described: ${wrong.join('; ')}`));
          else resolve(answer);
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The one line of a header, or `undefined`. Fails if there are more. */
export function headerOf(response: WireResponse, name: string): string | undefined {
  const [line, ...more] = response.headers.get(name) ?? [];
  if (more.length > 0) throw new Error(`${name} occurs ${more.length + 1} times`);
  return line;
}

/** The elements of a header that is a list, in lower case. */
export function tokensOf(response: WireResponse, name: string): string[] {
  return (response.headers.get(name) ?? [])
    .flatMap((line) => line.split(','))
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '');
}
