import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { isErrorWith } from '../../errors/user-error.ts';
import type { RequestFault } from '../errors.ts';
import { acceptWaiting, closeListener, closeWhenIdle } from './graceful-shutdown.ts';
import { createHostRule, type HostNames, type HostRule } from './host-rule.ts';
import { MAX_UNREAD_RESPONSE_BYTES } from './limits.ts';
import { isAbandoned, ListenError, type ListenSettings } from './listen-error.ts';
import { createNodeServer, type NodeServerOptions } from './node-server.ts';

import { pipelined } from './pipelining.ts';
import { refusalOf, refuse, withinLimits } from './request-limits.ts';
import { serverUrl } from './server-url.ts';
import { limitUnread } from './unread-responses.ts';

// Listens on addresses, ports and Unix sockets, and passes requests on within limits.

export interface HttpServerOptions extends NodeServerOptions {
  /** Which Host headers are accepted. */
  readonly hostNames: HostNames;
  /** Called with an error of a listening server, at most once a minute. */
  readonly onError?: (error: Error) => void;
  /** Whether other threads share the port. Default: false. */
  readonly reusePort?: boolean;
}

/**
 * The listen backlog: how many connections may wait to be accepted. Beyond it, some clients retry
 * seconds later.
 */
const BACKLOG = 4_096;
/** How many ports are tried to find one that is free on every address. */
const MAX_ATTEMPTS = 10;
/** The shortest time between two reports, since every waiting connection could cause one. */
const REPORT_INTERVAL_MS = 60_000;

/** Listens for connections, keeps them within limits, and passes on their requests. */
export class HttpServer {
  readonly #handle: RequestListener;
  readonly #options: HttpServerOptions;
  /** The listening servers: one for each address. The name localhost may have two addresses. */
  readonly #servers: Server[] = [];
  /** Responses that were not complete when the handler returned. */
  readonly #unfinished = new Set<ServerResponse>();
  /**
   * The rule for Host headers. It is created with the first request, when the addresses are known.
   */
  #hostRule: HostRule | undefined;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;
  /**
   * For each server that has stopped accepting connections, a promise that resolves when the last
   * connection is closed.
   */
  readonly #closed = new Map<Server, Promise<void>>();
  #reportedMs = Number.NEGATIVE_INFINITY;

  /** @param answer answers all requests, even refused ones (`request-limits.ts`) */
  constructor(answer: RequestListener, options: HttpServerOptions) {
    const watchUnread = limitUnread(MAX_UNREAD_RESPONSE_BYTES, options.limits.stallTimeoutMs, () =>
      options.onDisconnect?.('not_read'),
    );
    this.#options = options;
    const judge: RequestListener = (request, response) => {
      this.#hostRule ??= createHostRule(
        options.hostNames,
        this.addresses.map(({ address }) => address),
      );
      const isRefused = refusalOf(request) !== undefined || isExempt(request);
      const fault = versionFaultOf(request) ?? (isRefused ? undefined : this.#hostRule(request));
      if (fault !== undefined) refuse(request, fault);
      if (this.#stopping.signal.aborted) response.shouldKeepAlive = false;
      answer(request, response);
      watchUnread(response);
      if (response.writableEnded) return;
      this.#unfinished.add(response);
      response.once('close', () => this.#unfinished.delete(response));
    };
    this.#handle = pipelined(withinLimits(judge));
  }

  /** The addresses that the server listens on. */
  get addresses(): AddressInfo[] {
    return this.#servers
      .map((server) => server.address())
      .filter((address) => address !== null && typeof address === 'object');
  }

  /**
   * Listens on `host`; for localhost, on all its addresses.
   *
   * @param names the names of the host and port settings, if these are not the service's own
   * @returns the URL at which a browser on this machine reaches the server
   * @throws ListenError if the port is in use, or the host or port is not available
   */
  async listen(host: string, port: number, names?: ListenSettings): Promise<string> {
    try {
      // All addresses of localhost mean this machine, which is not certain for other names.
      const hosts =
        host === 'localhost'
          ? (await lookup(host, { all: true })).map((one) => one.address)
          : [host];
      const bound = await this.#listenOnAll([...new Set(hosts)], port);
      return serverUrl(host, bound, this.#options.tls === undefined ? 'http' : 'https');
    } catch (error) {
      throw new ListenError(host, port, error, names);
    }
  }

  /**
   * Listens on a Unix socket. A socket left by a program that has ended is replaced.
   *
   * @returns the path, as `unix:/run/food-lookup.sock`
   * @throws ListenError if another program listens there, or the path cannot be used
   */
  async listenOnSocket(path: string): Promise<string> {
    try {
      if (await isAbandoned(path)) await unlink(path);
      await this.#start({ path });
      return `unix:${path}`;
    } catch (error) {
      throw new ListenError(path, undefined, error);
    }
  }

  /**
   * Listens on the same port at all of these addresses that this machine has. If that fails,
   * listens on none.
   */
  async #listenOnAll(hosts: readonly string[], port: number, attempt = 1): Promise<number> {
    let bound: number | undefined;
    let missing: unknown;
    for (const host of hosts) {
      try {
        bound = await this.#listen(host, bound ?? port);
      } catch (error) {
        missing = error;
        // IPv4 or IPv6 may be disabled.
        if (isErrorWith(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')) continue;
        for (const server of this.#servers.splice(0)) server.close().closeAllConnections();
        // A port that is free on one address may be taken on the other.
        if (port !== 0 || attempt === MAX_ATTEMPTS || !isErrorWith(error, 'EADDRINUSE'))
          throw error;
        return this.#listenOnAll(hosts, port, attempt + 1);
      }
    }
    if (bound === undefined) throw missing;
    return bound;
  }

  async #listen(host: string, port: number): Promise<number> {
    const address = (await this.#start({ host, port })).address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  async #start(where: ListenOptions): Promise<Server> {
    const server = createNodeServer(this.#handle, this.#options);
    server.listen({ ...where, backlog: BACKLOG, reusePort: this.#options.reusePort ?? false });
    try {
      await once(server, 'listening', { signal: this.#stopping.signal });
      this.#stopping.signal.throwIfAborted();
      server.on('error', (error) => this.#report(error));
    } catch (error) {
      // The server may have started listening, so it is closed, and any later errors are ignored.
      server.on('error', () => undefined).close();
      throw error;
    }
    this.#servers.push(server);
    return server;
  }

  #report(error: Error): void {
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < REPORT_INTERVAL_MS) return;
    this.#reportedMs = nowMs;
    this.#options.onError?.(error);
  }

  /** Accepts the waiting connections, then no more. Open connections are served as before. */
  async stopListening(): Promise<void> {
    await acceptWaiting(this.#servers);
    this.#closeListeners();
  }

  #closeListeners(): void {
    for (const server of this.#servers) {
      if (!this.#closed.has(server)) this.#closed.set(server, closeListener(server));
    }
  }

  /**
   * Stops accepting connections, answers the requests in flight, and closes each connection after
   * its response, within 10 s. Idle connections get a moment to send their next request.
   */
  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    await this.#stopped;
  }

  async #stop(): Promise<void> {
    // First stops listening, so that callers whose connections are closed do not reconnect to a
    // server that is about to stop.
    await this.stopListening();
    this.#stopping.abort();
    for (const response of this.#unfinished) response.shouldKeepAlive = false;
    // Also closes servers that have started listening in the meantime.
    this.#closeListeners();
    await closeWhenIdle(this.#servers, Promise.all(this.#closed.values()));
  }

  /** Ends all connections immediately. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#closeListeners();
    for (const server of this.#servers) server.closeAllConnections();
    await Promise.all(this.#closed.values());
  }
}

/** Rejects HTTP/0.9 and HTTP/2.0, which Node's parser accepts in a request line. */
function versionFaultOf({ httpVersion }: IncomingMessage): RequestFault | undefined {
  if (httpVersion.startsWith('1.')) return undefined;
  const message = `HTTP/${httpVersion} is not supported here: use HTTP/1.1`;
  return { status: 505, message };
}

/**
 * Exempts two kinds of requests from the rule for hosts: health checks, since load balancers use
 * addresses as hosts; and HTTP/1.0 requests without a Host, which no browser sends.
 */
function isExempt({ url = '', headers, httpVersion }: IncomingMessage): boolean {
  return url.startsWith('/health/') || (headers.host === undefined && httpVersion === '1.0');
}
