import type { Logger } from 'pino';
import { type CorsOptions, explainOrigin } from '../cors/index.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import { createMetricsApp } from '../http/observation/metrics-app.ts';
import { createPageApp } from '../http/page/page-app.ts';
import type { PageFile } from '../http/page/page-files.ts';
import type { HostNames } from '../http/server/host-rule.ts';
import { HttpServer } from '../http/server/http-server.ts';
import { serverUrls } from '../http/server/server-url.ts';
import type { TlsFiles } from '../http/server/tls.ts';
import type { FoodLookupSettings } from '../settings/food-lookup-settings.ts';
import type { createServingApp } from './serving-app.ts';
import type { ServingThreads } from './serving-threads.ts';

type App = ReturnType<typeof createServingApp>;

/** What listens, and what it tells of. */
export interface ListenersParts {
  readonly settings: FoodLookupSettings;
  readonly pageFiles: readonly PageFile[];
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /** Answers the requests, unless {@link threads} do. */
  readonly app: App;
  readonly threads: ServingThreads | undefined;
  /** In force now. */
  readonly origin: () => CorsOptions['origin'];
}

/** The ports of the service: its own, the page's and that of the metrics. They are opened once. */
export class Listeners {
  readonly #parts: ListenersParts;
  /** The service's first, then the page's. */
  readonly #servers: HttpServer[] = [];
  #listening: Promise<string> | undefined;
  #isClosed = false;
  #pageUrl: string | undefined;
  #metricsUrl: string | undefined;

  constructor(parts: ListenersParts) {
    this.#parts = parts;
  }

  /** The address of the page, once it listens. */
  get pageUrl(): string | undefined {
    return this.#pageUrl;
  }

  /** Where the metrics are, once their port listens. */
  get metricsUrl(): string | undefined {
    return this.#metricsUrl;
  }

  /**
   * Opens all ports that are wanted, or none of them.
   *
   * @returns the address of the service
   * @throws ListenError
   */
  async listen(): Promise<string> {
    this.#assertOpen();
    this.#listening ??= this.#start();
    return this.#listening;
  }

  /** Answers the requests under way and ends each connection after its answer: 10 s at most. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#parts.threads?.stop(false),
      ...this.#servers.map((server) => server.stop()),
    ]);
  }

  /** Ends all connections at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#parts.threads?.stop(true),
      ...this.#servers.map((server) => server.close()),
    ]);
  }

  #assertOpen(): void {
    if (this.#isClosed) {
      throw new Error('Cannot listen: the service is closed. Create one with createFoodLookup.');
    }
  }

  async #start(): Promise<string> {
    const { settings, threads, metrics } = this.#parts;
    const { page } = settings;
    const url = (await threads?.listen()) ?? (await this.#listen());
    try {
      if (page !== undefined) this.#pageUrl = await this.#startPage(page, url);
      if (metrics !== undefined) this.#metricsUrl = await this.#startMetrics(metrics);
    } catch (error) {
      await this.close();
      throw error;
    }
    return url;
  }

  async #startPage(port: number, url: string): Promise<string> {
    const { settings, pageFiles, logger, app, origin } = this.#parts;
    const { host, tls } = settings;
    const pageApp = createPageApp({
      files: pageFiles,
      apiUrl: settings.apiUrl ?? url,
      callApi: async (request) => app.inject(request),
      explainOrigin: async (asked) => {
        const { message, fix } = await explainOrigin(origin(), asked);
        return { message, ...(fix !== undefined && { fix: [fix].flat().map(String) }) };
      },
      pageUrls: () => serverUrls(host, server.addresses, tls === undefined ? 'http' : 'https'),
      logger,
    });
    await pageApp.ready();
    const server = this.#addServer(pageApp, settings, tls);
    return server.listen(host, port);
  }

  async #startMetrics(metrics: Metrics): Promise<string> {
    const { settings, threads } = this.#parts;
    const { metricsHost, metricsPort = 0 } = settings;
    const metricsApp = createMetricsApp(metrics, async () => (await threads?.metrics()) ?? []);
    await metricsApp.ready();
    // Whoever scrapes them knows another name of this machine than the callers of the service.
    const server = this.#addServer(metricsApp, { host: metricsHost, allowedHosts: [] });
    const url = await server.listen(metricsHost, metricsPort);
    return `${url}/metrics`;
  }

  async #listen(): Promise<string> {
    const { host, port, socket, tls } = this.#parts.settings;
    const server = this.#addServer(this.#parts.app, this.#parts.settings, tls);
    return socket === undefined ? server.listen(host, port) : server.listenOnSocket(socket);
  }

  #addServer(app: Pick<App, 'routing'>, hostNames: HostNames, tls?: TlsFiles): HttpServer {
    this.#assertOpen();
    const { settings, logger, metrics } = this.#parts;
    const { limits } = settings;
    const server = new HttpServer(app.routing, {
      limits,
      hostNames,
      tls,
      onHangUp: metrics?.countHangUp,
      onError: (err) => logger.error({ err }, 'Cannot accept connections'),
      onTlsFault: ({ message }) =>
        logger.error(`${message} The previous certificate stays in use.`),
    });
    this.#servers.push(server);
    return server;
  }
}
