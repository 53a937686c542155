import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { explainPolicy } from '../cors/explain/explain-origin.ts';
import type { CorsPolicy } from '../cors/index.ts';
import { createProxyTrust } from '../http/callers/caller.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import type { PageFile } from '../http/page/page-files.ts';
import type { HostNames } from '../http/server/host-rule.ts';
import { HttpServer } from '../http/server/http-server.ts';
import { serverUrls } from '../http/server/server-url.ts';
import type { TlsFiles } from '../http/server/tls.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';
import { type ApiServer, serverOptions } from './api-server.ts';
import type { ServingThreads } from './serving-threads.ts';

// Opens the ports of the service, the page and the metrics. If one fails, closes all.

/** The parts with which a service listens. */
export interface CommonParts {
  readonly settings: FoodLookupSettings;
  readonly pageFiles: readonly PageFile[];
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

/** The parts that the listeners need. */
interface ListenersParts extends CommonParts {
  /** Listens and answers, unless {@link threads} do this. */
  readonly apiServer: ApiServer;
  readonly threads: ServingThreads | undefined;
  /** Returns the current policy. */
  readonly corsPolicy: () => CorsPolicy;
}

/** The service's ports: its own, the page's and the metrics'. Each is opened once. */
export class Listeners {
  readonly #parts: ListenersParts;
  /** The servers of the page and the metrics. */
  readonly #servers: HttpServer[] = [];
  #listening: Promise<string> | undefined;
  #isClosed = false;
  /** The URL of the page, once it listens. */
  pageUrl: string | undefined;
  /** The URL of the metrics, once their port listens. */
  metricsUrl: string | undefined;

  constructor(parts: ListenersParts) {
    this.#parts = parts;
  }

  /**
   * Opens all configured ports, or none.
   *
   * @returns the URL of the service
   * @throws ListenError
   */
  async listen(): Promise<string> {
    this.#assertOpen();
    this.#listening ??= this.#start();
    return this.#listening;
  }

  /** Closes all connections: immediately, or each after its responses, within 10 s. */
  async stop(isAtOnce: boolean): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#service.stop(isAtOnce),
      ...this.#servers.map((server) => (isAtOnce ? server.close() : server.stop())),
    ]);
  }

  /** The listener on the service's port: the serving threads, or this thread if there are none. */
  get #service(): Pick<ApiServer, 'listen' | 'stop'> {
    return this.#parts.threads ?? this.#parts.apiServer;
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new Error('Cannot listen: the service is closed. Create one with createFoodLookup.');
    }
  }

  async #start(): Promise<string> {
    const { settings, metrics } = this.#parts;
    const { page } = settings;
    const url = await this.#service.listen();
    try {
      if (page !== undefined) this.pageUrl = await this.#startPage(page, url);
      if (metrics !== undefined) this.metricsUrl = await this.#startMetrics(metrics);
    } catch (error) {
      await this.stop(true);
      throw error;
    }
    return url;
  }

  async #startPage(port: number, url: string): Promise<string> {
    const { settings, pageFiles, logger, apiServer, corsPolicy } = this.#parts;
    const { host, tls } = settings;
    // The page's code is loaded only if the page is enabled.
    const { createPageApp } = await import('../http/page/page-app.ts');
    const pageApp = createPageApp({
      files: pageFiles,
      apiUrl: settings.apiUrl ?? url,
      callApi: async (request) => (await apiServer.app()).inject(request),
      explainOrigin: async (asked) => {
        const { message, fix } = await explainPolicy(corsPolicy(), asked);
        return { message, ...(fix !== undefined && { fix: [fix].flat().map(String) }) };
      },
      pageUrls: () => serverUrls(host, server.addresses, tls === undefined ? 'http' : 'https'),
      proxyTrust: createProxyTrust(settings),
      logger,
    });
    await pageApp.ready();
    const server = this.#addServer(pageApp.routing, settings, tls);
    return server.listen(host, port, { host: 'host', port: 'page' });
  }

  async #startMetrics(metrics: Metrics): Promise<string> {
    const { settings, threads, logger } = this.#parts;
    const { metricsHost, metricsPort = 0 } = settings;
    const { createMetricsApp } = await import('../http/own-port-app.ts');
    const metricsApp = createMetricsApp(
      metrics,
      async () => (await threads?.counts()) ?? [],
      logger,
    );
    await metricsApp.ready();
    // Metrics scrapers may use a different name for this machine than callers of the service.
    const server = this.#addServer(metricsApp.routing, { host: metricsHost, allowedHosts: [] });
    const names = { host: 'metricsHost', port: 'metricsPort' };
    const url = await server.listen(metricsHost, metricsPort, names);
    return `${url}/metrics`;
  }

  #addServer(answer: RequestListener, hostNames: HostNames, tls?: TlsFiles): HttpServer {
    this.#assertOpen();
    const server = new HttpServer(answer, { ...serverOptions(this.#parts), hostNames, tls });
    this.#servers.push(server);
    return server;
  }
}
