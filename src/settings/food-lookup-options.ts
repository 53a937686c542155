import type { Language } from '../catalog/search-options.ts';
import type { CorsOptions } from '../cors/index.ts';
import { BUNDLED_DATABASE } from '../data/bundled-database.ts';
import { DEFAULT_LIMITS } from '../http/server/limits.ts';

// The help of the command line shows these defaults: this file imports nothing that checks or serves.

/** How much is logged: nothing, or everything from this level up. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What {@link createFoodLookup} takes, and what a configuration file holds. */
export interface FoodLookupOptions {
  /** TCP port from 1 to 65535, or 0 for any free one. Default: 3001. */
  readonly port?: number;
  /** Name or address to listen at. Default: localhost, which only this machine reaches. */
  readonly host?: string;
  /**
   * Host names to serve besides this machine's own, such as `food.example.com` behind a proxy. On
   * localhost, the default is to serve no others; on other addresses, to serve every name.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Path of a SQLite file, relative to the current folder, or in a configuration file to the folder
   * of that file; or the address of a PostgreSQL database, `postgres://user:password@host/name`.
   * Default: the bundled USDA foods.
   */
  readonly database?: string;
  /** Table or view that holds the entries, `schema.name` in PostgreSQL. Default: `entries`. */
  readonly table?: string;
  /**
   * Column that foods are looked up by, and the order of the entries, text by its bytes. Default: the
   * first of `id`, `ndb_no`, `fdc_id` and `code` that is unique, and the order of the primary key, or
   * in which the table is stored.
   */
  readonly key?: string;
  /**
   * Language of the descriptions. `english` finds singular and plural and knows other names of foods
   * with `match=fuzzy`; `none` takes words as they are. Default: english.
   */
  readonly language?: Language;
  /**
   * Path of a file with more names of foods, relative like that of the database. What it says of a
   * name replaces what the bundled `data/synonyms.tsv` says.
   */
  readonly synonyms?: string;
  /**
   * Seconds between checks for changed data, 0 to 86400. Changes that the database announces are
   * seen at once. 0: neither checks nor announcements. Default: 10.
   */
  readonly refresh?: number;
  /**
   * Threads that serve, 1 to 64, or `auto` for one for each core. They share the port, where the system
   * can do that, and the index. An origin function is called by one thread only. Default: 1.
   */
  readonly threads?: number | 'auto';
  /** Seconds to wait for the database at the start, 0 to 86400. Default: 0. */
  readonly wait?: number;
  /**
   * Additional columns that callers may request with `fields`, or `*` for all of them. Default: all
   * of the bundled table, none of other tables, since a table may contain private data.
   */
  readonly fields?: readonly string[];
  /**
   * TCP port on which to serve the page as well, or 0 for any free one. Default: no page, since
   * your own front end is probably on the usual port.
   */
  readonly page?: number;
  /**
   * The http or https address at which browsers find the service, for the page to use. Default: the
   * address at which the service listens, as browsers on this machine reach it.
   */
  readonly apiUrl?: string;
  /**
   * Which pages may read the answers. Default: the origin of the page, if it is served, else
   * `{ origin: 'http://localhost:3000' }`.
   */
  readonly cors?: Partial<CorsOptions>;
  /** Default: info. */
  readonly logLevel?: LogLevel;
  /** Whether each request is logged, at the level info. Default: false. */
  readonly accessLog?: boolean;
  /** TCP port on which `/metrics` is served, or 0 for any free one. Default: no metrics. */
  readonly metricsPort?: number;
  /** Where the metrics port listens. Default: localhost, whatever {@link host} is. */
  readonly metricsHost?: string;
  /** Requests per minute that each address may make below `/api`. Default: no limit. */
  readonly rateLimit?: number;
  /**
   * Proxies in front of the service, as addresses, subnets, `loopback` or `private`: their
   * `X-Forwarded-For` and `X-Request-Id` are trusted. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Path of a Unix socket to listen on instead of {@link port}, for a proxy on this machine. Default:
   * none.
   */
  readonly socket?: string;
  /** Path of a certificate in PEM, with its chain: the service and the page are https. */
  readonly tlsCert?: string;
  /** Path of the key of {@link tlsCert}. Both files are read again when they change. */
  readonly tlsKey?: string;
  /**
   * For how many seconds browsers may call this host over https alone (`Strict-Transport-Security`,
   * RFC 6797). Default: not sent.
   */
  readonly hsts?: number;
  /** Connections at a time. Default: 2,500. */
  readonly maxConnections?: number;
  /**
   * Seconds for the headers of a request to arrive, 1 to 3600; at most
   * {@link requestTimeoutSeconds}. Default: 10.
   */
  readonly headersTimeoutSeconds?: number;
  /** Seconds for a whole request to arrive, 1 to 3600. Default: 30. */
  readonly requestTimeoutSeconds?: number;
  /**
   * Seconds for the next request on a connection, 1 to 3600. Default: 65, so that the usual proxy,
   * which waits for 60, closes first and never sends a request into a closed connection.
   */
  readonly keepAliveTimeoutSeconds?: number;
  /** On shutdown, seconds to keep serving after `/health/ready` starts returning 503. Default: 0. */
  readonly drainDelaySeconds?: number;
  /**
   * The header Cache-Control of searches. Default: `no-cache`, so that browsers and shared caches ask
   * every time whether their copy is right, and a changed `origin` works at once.
   */
  readonly cacheControl?: string;
  /**
   * Whether searches are answered in Brotli or gzip to callers that accept it. Default: false, for
   * proxies that compress anyway. Answers then vary on Accept-Encoding, and their ETags are weak.
   */
  readonly compression?: boolean;
}

/** What is used where an option is not set. */
export const DEFAULTS = Object.freeze({
  port: 3001,
  host: 'localhost',
  cacheControl: 'no-cache',
  database: BUNDLED_DATABASE,
  refresh: 10,
  threads: 1,
  wait: 0,
  cors: Object.freeze({ origin: 'http://localhost:3000' }),
  language: 'english',
  logLevel: 'info',
  metricsHost: 'localhost',
  maxConnections: DEFAULT_LIMITS.maxConnections,
  headersTimeoutSeconds: DEFAULT_LIMITS.headersTimeoutMs / 1_000,
  requestTimeoutSeconds: DEFAULT_LIMITS.requestTimeoutMs / 1_000,
  keepAliveTimeoutSeconds: DEFAULT_LIMITS.keepAliveTimeoutMs / 1_000,
} as const satisfies FoodLookupOptions);

/** The port of the page if none is given: the usual one for front ends. */
export const DEFAULT_PAGE_PORT = 3000;
