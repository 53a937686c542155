import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

// A web server with GET, PUT, DELETE, ETags, and conditional requests, like an object store.

/** The path of the manifest of indexes. */
export const MANIFEST_PATH = '/foods/manifest.json';

export interface IndexServer {
  readonly address: string;
  /** The stored files by path. */
  readonly files: Map<string, Buffer>;
  /** Lines such as "GET /foods/manifest.json 304", in order. */
  readonly log: string[];
  /** Handles a request instead of the server if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** @param credentials the required "user:password" */
export async function startIndexServer(credentials?: string): Promise<IndexServer> {
  const files = new Map<string, Buffer>();
  const log: string[] = [];
  const etagOf = (bytes: Buffer) => `"${createHash('sha1').update(bytes).digest('hex')}"`;
  const server = createServer((request, response) => {
    response.once('close', () => log.push(`${request.method} ${path} ${response.statusCode}`));
    const path = request.url ?? '';
    const { authorization } = request.headers;
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (authorization !== wanted) return void response.writeHead(401).end();
    if (!result.intercept(request, response)) void answer(request, response, path);
  });
  const answer = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const body = await buffer(request);
    const stored = files.get(path);
    const etag = stored && etagOf(stored);
    const noneMatch = request.headers['if-none-match'];
    const isUnmet = (request.headers['if-match'] ?? etag) !== etag;
    const isThere = etag !== undefined && (noneMatch === '*' || noneMatch === etag);
    const answers: Record<string, () => void> = {
      GET: () => {
        if (stored === undefined) return response.writeHead(404).end();
        if (isThere) return response.writeHead(304, { etag }).end();
        return response.writeHead(200, { etag, 'content-length': stored.length }).end(stored);
      },
      PUT: () => {
        if (isUnmet || isThere) return response.writeHead(412).end();
        // Like S3, refuses bodies of unknown length.
        if (!request.headers['content-length']) return response.writeHead(411).end();
        files.set(path, body);
        return response.writeHead(201).end();
      },
      DELETE: () => response.writeHead(files.delete(path) ? 204 : 404).end(),
    };
    answers[request.method ?? '']?.();
  };
  // Connections must not keep the process running.
  server.on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const user = credentials === undefined ? '' : `${credentials}@`;
  const result: IndexServer = {
    address: `http://${user}127.0.0.1:${port}/foods`,
    files,
    log,
    intercept: () => false,
  };
  return result;
}

/** Returns the paths of the indexes. */
export function indexesIn({ files }: IndexServer): string[] {
  return [...files.keys()].filter((path) => path.endsWith('.index'));
}

export type PublishedIndex = Readonly<Record<string, unknown>>;

/** Returns the manifest, as text and parsed. */
export function manifestIn({ files }: IndexServer) {
  const text = files.get(MANIFEST_PATH)?.toString() ?? '';
  const read: { current: PublishedIndex; before: PublishedIndex[] } = JSON.parse(text);
  return { text, ...read };
}

/** Replaces the manifest with one that lists these indexes. */
export function replaceManifest(
  { files }: IndexServer,
  current: PublishedIndex,
  ...before: readonly PublishedIndex[]
): void {
  files.set(MANIFEST_PATH, Buffer.from(JSON.stringify({ format: 1, current, before })));
}
