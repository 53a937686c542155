import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { disagreements } from './openapi-check.ts';

/** A response as it came over the wire. */
export interface WireResponse {
  readonly status: number;
  /** All lines of each header, by lowercase name. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface WireRequest {
  readonly method?: string;
  /** The path and query, which are sent verbatim, without encoding or normalization. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/**
 * Sends a request over its own connection and returns the whole response. Fails if the response
 * differs from the OpenAPI document.
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
          if (wrong.length > 0) reject(new Error(`Differs from openapi.json: ${wrong.join('; ')}`));
          else resolve(answer);
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns the single line of a header, or `undefined`. Throws if the header has several lines. */
export function headerOf(response: WireResponse, name: string): string | undefined {
  const [line, ...more] = response.headers.get(name) ?? [];
  if (more.length > 0) throw new Error(`${name} occurs ${more.length + 1} times`);
  return line;
}

/** Returns the elements of a list header, in lowercase. */
export function tokensOf(response: WireResponse, name: string): string[] {
  return (response.headers.get(name) ?? [])
    .flatMap((line) => line.split(','))
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '');
}
