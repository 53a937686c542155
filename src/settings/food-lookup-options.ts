import type { CorsOptions } from '../cors/index.ts';

// Generated from the settings (rows/) by `npm run docs`. Editors show these comments.

/** The options of {@link createFoodLookup} and of a configuration file. */
export interface FoodLookupOptions {
  /**
   * TCP port to listen on. A whole number from 0 to 65535; 0 picks a free port. Default: 3001.
   */
  readonly port?: number;
  /**
   * Host name or address to listen on. A name or an address such as localhost or ::1; 0.0.0.0 means
   * all addresses. Default: localhost.
   */
  readonly host?: string;
  /**
   * Host names to accept besides this machine's own. Names such as food.example.com, without ports.
   * Default: none on localhost; elsewhere, all.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * APIs of other services to serve too, for programs written for them. Any of openfoodfacts, fdc,
   * mcp. Default: none.
   */
  readonly interfaces?: readonly string[];
  /**
   * Number of threads that serve; they share the port and the foods in memory. A whole number from
   * 1 to 64, or auto for one per core. With an origin function, only one thread serves. Default: 1.
   */
  readonly threads?: number | 'auto';
  /**
   * Cache-Control header of search responses. Directives such as "public, max-age=60". With the
   * default, browsers and shared caches revalidate their copy every time, so that a changed
   * `origin` takes effect immediately. Default: no-cache.
   */
  readonly cacheControl?: string;
  /**
   * Compress search responses with Brotli or gzip if the client accepts it. Most proxies compress
   * anyway. With compression, responses vary on Accept-Encoding, and their ETags are weak. Default:
   * false.
   */
  readonly compression?: boolean;
  /**
   * How long to keep serving on shutdown, after /health/ready starts returning 503. A whole number
   * of seconds from 0 to 300. Default: 0.
   */
  readonly drainDelaySeconds?: number;
  /**
   * Database that contains the foods. The path of a SQLite file, or
   * postgres://user:password@host/name. On the command line, `DATABASE_URL_FILE` names a file that
   * contains the URL, and `PGPASSFILE` a file with passwords. A relative path is relative to the
   * current folder or, in a configuration file, to that file's folder. Default: the bundled USDA
   * foods.
   */
  readonly database?: string;
  /**
   * Which bundled foods to serve. One of sr28, usda. `sr28` is USDA Standard Reference 28 (8,790
   * foods). `usda` adds FNDDS 2021–2023 (foods as eaten) and Foundation Foods: 14,537 in all, with
   * `id` and `source`. Cannot be combined with `database`. Default: sr28.
   */
  readonly foods?: 'sr28' | 'usda';
  /**
   * Table or view that contains the foods. The name of a table or view such as entries. In
   * PostgreSQL, it may be `schema.name`. Default: entries.
   */
  readonly table?: string;
  /**
   * Column to look up and order the foods by. The name of a column such as id. Text is ordered by
   * its bytes. A table without a primary key is served in the order in which it is stored. Default:
   * look up by id, ndb_no, fdc_id or code, if unique; order by primary key.
   */
  readonly key?: string;
  /**
   * Column with other names of each food, for match=fuzzy. The name of a column such as
   * common_names. Commas, semicolons or parentheses separate the names. They apply only to the food
   * in their row, and are not returned unless the column is in `fields`. Default: common_names, if
   * the table has it.
   */
  readonly names?: string;
  /**
   * Additional columns that callers may request. Names of columns, or * for all of them. Your own
   * table offers none by default, since it may contain private data. Default: all for the bundled
   * table, none for other tables, except those that interfaces read.
   */
  readonly fields?: readonly string[];
  /**
   * Prebuilt index of the table, for a faster start. The path of a file written by food-lookup
   * index, or its URL: https, or http on your own network. Later changes to the table are read
   * after startup. An index created by a different version or with different settings is skipped
   * with a warning. On the command line, `FOOD_INDEX_FILE` names a file that contains the URL. A
   * relative path is relative to the current folder or, in a configuration file, to that file's
   * folder. Default: the table is read and indexed at startup.
   */
  readonly index?: string;
  /**
   * Serve the indexes that food-lookup index --follow publishes to --index, without a database.
   * `index` is then the URL or folder to which that command publishes. Until an index is published,
   * the service answers with 503. The table and its columns are settings of that command. Default:
   * false.
   */
  readonly follow?: boolean;
  /**
   * Folder to keep the index in, for the next start. The path of a folder that only this user may
   * write to. A kept index is used as long as the table, the settings and the version are the same.
   * Each service writes its own file, and rewrites it after each change. A relative path is
   * relative to the current folder or, in a configuration file, to that file's folder. Default:
   * nothing is kept.
   */
  readonly indexCache?: string;
  /**
   * License of the foods, sent along with them. One of CC0-1.0, CC-BY-4.0, CC-BY-SA-4.0, ODbL-1.0,
   * etalab-2.0, OGL-UK-3.0, OGL-Canada-2.0, or the https URL of another. It is in the header `Link`
   * with `rel="license"`, in `/api/fields` and in the OpenAPI document. Set it if the table is
   * under CC BY or ODbL, which require it. Default: CC0-1.0 for bundled foods, else the license of
   * each row.
   */
  readonly license?: string;
  /**
   * Source to credit for the foods. A line of at most 300 characters. Default: USDA for bundled
   * foods, none for other tables.
   */
  readonly attribution?: string;
  /**
   * Language of the descriptions, for match=fuzzy. One of english, es, fr, de, it, pt, none; with
   * none, words match only as written. `english` finds singular and plural, and knows other names
   * of foods. `de`, `es`, `fr`, `it` and `pt` know the endings, stop words and amounts of the
   * language. Default: english.
   */
  readonly language?: 'english' | 'es' | 'fr' | 'de' | 'it' | 'pt' | 'none';
  /**
   * File with more names of foods, for match=fuzzy. The path of a text file like data/synonyms.tsv.
   * Its entries replace those for the same names in the bundled `data/synonyms.tsv`. A relative
   * path is relative to the current folder or, in a configuration file, to that file's folder.
   * Default: only the bundled names.
   */
  readonly synonyms?: string;
  /**
   * How often to check whether the foods have changed; 0 turns it off. A whole number of seconds
   * from 0 to 86400. Changes that the database announces are seen immediately. With 0, the service
   * neither checks nor listens for announcements. Default: 10.
   */
  readonly refresh?: number;
  /**
   * How long to wait for the database at startup. A whole number of seconds from 0 to 86400.
   * Default: 0.
   */
  readonly wait?: number;
  /**
   * Also serve the page, on this port; --page alone means 3000. A whole number from 0 to 65535; 0
   * picks a free port. Default: no page.
   */
  readonly page?: number;
  /**
   * URL at which the page reaches the service. A URL such as https://food.example.com, without a
   * user, ? or #. Default: where the service listens.
   */
  readonly apiUrl?: string;
  /**
   * Lowest level of messages to log. One of trace, debug, info, warn, error, fatal, silent.
   * Default: info.
   */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /**
   * Format of the log and of the events on stdout. Text for people, json for one object per line,
   * journal with priorities for journald, or auto: text on a terminal, else json. Default: auto.
   */
  readonly logFormat?: 'auto' | 'text' | 'json' | 'journal';
  /**
   * Log each request, without its search text. Default: false.
   */
  readonly accessLog?: boolean;
  /**
   * TCP port on which /metrics is served for Prometheus. A whole number from 0 to 65535; 0 picks a
   * free port. Default: no metrics.
   */
  readonly metricsPort?: number;
  /**
   * Host name or address for the metrics port to listen on. A name or an address such as localhost
   * or ::1; 0.0.0.0 means all addresses. Default: localhost.
   */
  readonly metricsHost?: string;
  /**
   * Count searches without results, by text, for /misses on the metrics port. `food-lookup stats`
   * prints them. Lists at most 1,000 queries, and no addresses. Default: false.
   */
  readonly countMisses?: boolean;
  /**
   * Maximum requests under /api per client address per minute. A whole number, 1 or more. Default:
   * no limit.
   */
  readonly rateLimit?: number;
  /**
   * Proxies whose X-Forwarded-For and X-Request-Id headers are trusted. Addresses, subnets such as
   * 10.0.0.0/8, loopback or private. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /**
   * Unix socket to listen on instead of a port. A path such as /run/food-lookup.sock. A relative
   * path is relative to the current folder or, in a configuration file, to that file's folder.
   * Default: a port.
   */
  readonly socket?: string;
  /**
   * Certificate for https, reloaded when it changes. The path of a PEM file, with the chain. The
   * page is served with the same certificate. A relative path is relative to the current folder or,
   * in a configuration file, to that file's folder. Default: plain http.
   */
  readonly tlsCert?: string;
  /**
   * Private key of the certificate. The path of a PEM file. A relative path is relative to the
   * current folder or, in a configuration file, to that file's folder. Default: plain http.
   */
  readonly tlsKey?: string;
  /**
   * How long browsers must use https for this host (Strict-Transport-Security). A whole number of
   * seconds from 0 to 63072000. Default: not sent.
   */
  readonly hsts?: number;
  /**
   * Maximum number of open connections; more are closed immediately. A whole number from 1 to
   * 1000000. Default: 2500.
   */
  readonly maxConnections?: number;
  /**
   * Maximum connections per client address, enforced once over half of --max-connections are open.
   * A whole number from 1 to 1000000. This machine, Unix sockets and trusted proxies are exempt;
   * IPv6 counts by /64. Default: half of --max-connections.
   */
  readonly maxConnectionsPerAddress?: number;
  /**
   * Time limit for a whole request to arrive. A whole number of seconds from 1 to 3600. Default:
   * 30.
   */
  readonly requestTimeoutSeconds?: number;
  /**
   * How long an idle connection stays open; use more than your proxy's limit. A whole number of
   * seconds from 1 to 3600. Most proxies keep idle connections for 60 seconds. Default: 65.
   */
  readonly keepAliveTimeoutSeconds?: number;
  /**
   * Which pages may read the responses. Default: the origin of the page, if it is served, otherwise
   * that of a page on port 3000 of this machine.
   */
  readonly cors?: Partial<CorsOptions>;
}

/** The lowest level of messages to log. With "silent", nothing is logged. */
export type LogLevel = NonNullable<FoodLookupOptions['logLevel']>;
