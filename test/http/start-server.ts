import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { HttpServer } from '../../src/http/server/http-server.ts';
import {
  DEFAULT_LIMITS,
  type DisconnectReason,
  type ServerLimits,
} from '../../src/http/server/limits.ts';
import type { TlsFiles } from '../../src/http/server/tls.ts';

/** Starts a server without routes, stopped after the test. */
export async function startServer(
  answer: RequestListener,
  limits: Partial<ServerLimits> = {},
  onDisconnect?: (reason: DisconnectReason) => void,
  { port = 0, tls }: { readonly port?: number; readonly tls?: TlsFiles } = {},
) {
  const server = new HttpServer(answer, {
    onDisconnect,
    tls,
    limits: { ...DEFAULT_LIMITS, ...limits },
    hostNames: { host: 'localhost', allowedHosts: [] },
  });
  onTestFinished(() => server.close());
  return { server, url: await server.listen('127.0.0.1', port) };
}
