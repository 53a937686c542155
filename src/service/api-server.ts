import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { FoodCatalog } from '../catalog/food-catalog.ts';
import type { CatalogData } from '../catalog/table/catalog-file.ts';
import { createMemoryCatalog } from '../catalog/table/memory-catalog.ts';
import type { CorsPolicy } from '../cors/index.ts';
import { termsOf, USDA_TERMS } from '../food/table-terms.ts';
import type { createApp } from '../http/app.ts';
import { createProxyTrust } from '../http/callers/caller.ts';
import type { Health } from '../http/handlers.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import { createAccessLog } from '../http/observation/request-facts.ts';
import type { RefusalLog } from '../http/refusal-log.ts';
import { HttpServer } from '../http/server/http-server.ts';
import type { BusyCaller } from '../http/server/node-server.ts';
import type { TlsNotice } from '../http/server/tls.ts';
import { buildOf, readVersion } from '../settings/build-info.ts';
import { bundledFoodsIn } from '../settings/bundled-foods.ts';
import type { FoodLookupSettings } from '../settings/check-settings.ts';

// Answers requests in one thread, and logs the server's messages.

/** Settings that can be sent to another thread: all except the policy, which contains functions. */
export type ThreadSettings = Omit<FoodLookupSettings, 'corsPolicy'>;

/** The parts of a server. */
export interface ApiServerParts {
  readonly settings: ThreadSettings;
  readonly corsPolicy: CorsPolicy;
  readonly health: Health;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /** Logs refused origins. Default: each thread logs its own. */
  readonly refusals?: RefusalLog;
  /** The memory in which each caller's requests are counted, if there is a rate limit. */
  readonly rateCounts: SharedArrayBuffer | undefined;
  /** Whether other threads listen on the same port. */
  readonly reusePort: boolean;
}

/**
 * Makes V8 account for shared tables. V8 does not count memory that threads share, so it would keep
 * replaced tables for minutes. V8 does count these buffers, which take no memory because nothing is
 * written to them. V8 collects garbage after 64 MiB of new buffers. A buffer is four times as long
 * as its table, up to that maximum, so 16 MiB of replaced tables are enough.
 */
const COUNTED = new WeakMap<FoodCatalog, Uint8Array>();
const COUNTED_TIMES = 4;
const MAX_COUNTED_BYTES = 2 ** 26;

type App = ReturnType<typeof createApp>;

const BUNDLED_TERMS = [USDA_TERMS];

/** Answers requests in one thread, with 503 until it has data. Listens only once it is told to. */
export class ApiServer {
  readonly catalog = new CurrentCatalog();
  readonly #parts: ApiServerParts;
  readonly #settings: ThreadSettings;
  readonly #server: HttpServer;
  #starting: Promise<App> | undefined;
  /** The application's request listener, once it is ready. */
  #routing: RequestListener = (_request, response) => response.destroy();
  #corsPolicy: CorsPolicy;
  #health: Health;

  constructor(parts: ApiServerParts) {
    const { settings, reusePort } = parts;
    this.#parts = parts;
    this.#settings = settings;
    this.#corsPolicy = parts.corsPolicy;
    this.#health = parts.health;
    this.#server = new HttpServer((request, response) => this.#routing(request, response), {
      ...serverOptions(parts),
      hostNames: settings,
      isProxy: createProxyTrust(settings),
      tls: settings.tls,
      reusePort,
    });
  }

  /**
   * Returns the application once it is ready. The first call creates it; if other threads serve, it
   * is rarely needed. If creating it fails, the next call tries again.
   */
  async app(): Promise<App> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async #start(): Promise<App> {
    const { createApp } = await import('../http/app.ts');
    const { settings, logger, metrics, rateCounts, refusals } = this.#parts;
    const { rateLimit: perMinute, cacheControl, compression, hsts } = settings;
    const configured = termsOf(settings.license, settings.attribution);
    const ofTable = configured && [configured];
    const terms = () => ofTable ?? this.catalog.terms;
    const isBundled = bundledFoodsIn(settings.source.database) !== undefined;
    const app = createApp({
      catalog: this.catalog,
      corsPolicy: () => this.#corsPolicy,
      health: () => this.#health,
      logger,
      version: readVersion(),
      build: buildOf(settings.source),
      cacheControl,
      terms,
      knownTerms: ofTable === undefined && isBundled ? () => BUNDLED_TERMS : terms,
      compression,
      interfaces: settings.interfaces,
      observers: [
        ...(metrics === undefined ? [] : [metrics.observe]),
        ...(settings.accessLog ? [createAccessLog(logger)] : []),
      ],
      ...(refusals !== undefined && { refusals }),
      ...(perMinute !== undefined &&
        rateCounts !== undefined && { rateLimit: { perMinute, counts: rateCounts } }),
      hsts,
      proxyTrust: createProxyTrust(settings),
    });
    await app.ready();
    this.#routing = app.routing;
    return app;
  }

  /** @returns the revision that callers see for this data */
  replace(data: CatalogData): string {
    const catalog = createMemoryCatalog(data, this.#settings.fuzzy);
    const ofRows = data.rows.blocks.reduce((sum, { length }) => sum + length, 0);
    const bytes = COUNTED_TIMES * (ofRows + data.fields.bytes.length);
    COUNTED.set(catalog, Buffer.allocUnsafeSlow(Math.min(bytes, MAX_COUNTED_BYTES)));
    this.catalog.replace(catalog);
    return catalog.revision;
  }

  setCors(policy: CorsPolicy): void {
    this.#corsPolicy = policy;
  }

  setHealth(health: Health): void {
    this.#health = health;
  }

  /**
   * Listens on the configured port or Unix socket.
   *
   * @param port default: the configured port. Threads pass the port that was reserved for them.
   * @returns the URL at which a browser on this machine reaches the server
   * @throws ListenError
   */
  async listen(port = this.#settings.port): Promise<string> {
    const { host, socket } = this.#settings;
    await this.app();
    return socket === undefined
      ? this.#server.listen(host, port)
      : this.#server.listenOnSocket(socket);
  }

  async stopListening(): Promise<void> {
    await this.#server.stopListening();
  }

  /** Closes all connections: immediately, or each after its responses, within 10 s. */
  async stop(isAtOnce: boolean): Promise<void> {
    await (isAtOnce ? this.#server.close() : this.#server.stop());
  }

  /** Closes the application. Call it when no request is left. */
  async close(): Promise<void> {
    const app = await this.#starting?.catch(() => undefined);
    await app?.close();
  }
}

/** Returns the metrics of this thread. Their library is loaded only if they are enabled. */
export async function createMetrics({
  metricsPort,
  countMisses: countsMisses,
}: ThreadSettings): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { Metrics } = await import('../http/observation/metrics.ts');
  return new Metrics({ countsMisses });
}

/** Returns the limits of a server, and how it reports to the log and the metrics. */
export function serverOptions({
  settings: { limits },
  logger,
  metrics,
}: Pick<ApiServerParts, 'settings' | 'logger' | 'metrics'>) {
  return {
    limits,
    onDisconnect: metrics?.countDisconnect,
    onError: (err: Error) => logger.error({ err }, 'Cannot accept connections'),
    onNearLimit: ({ caller, connections, limit }: BusyCaller) =>
      logger.warn(
        `${caller} has ${connections} connections. It may have at most ${limit} while over half of --max-connections are in use: --max-connections-per-address`,
      ),
    onTls: ({ level, message }: TlsNotice) => logger[level](message),
  };
}
