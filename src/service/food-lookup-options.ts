import type { CorsOptions } from '../cors/index.ts';
import { BUNDLED_DATABASE } from './bundled-database.ts';

// The command line reads this file to say its defaults: it loads nothing that checks or serves.

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
   * Path of a SQLite file with a table `entries`, from the current folder on; in a configuration
   * file, from that file's folder on. Default: the bundled USDA foods.
   */
  readonly database?: string;
  /**
   * TCP port on which the page is served too, or 0 for any free one. Default: no page, since that
   * port is where people's own front ends live.
   */
  readonly page?: number;
  /**
   * Where browsers find the service, for the page to be told: an http or https address. Default: the
   * address at which the service listens, as this machine's own browsers reach it.
   */
  readonly apiUrl?: string;
  /**
   * Which pages may read the answers. Default: the origin of the page, where there is one, else
   * `{ origin: 'http://localhost:3000' }`.
   */
  readonly cors?: Partial<CorsOptions>;
  /** Default: info. */
  readonly logLevel?: LogLevel;
}

/** What holds where an option is not set. */
export const DEFAULTS = Object.freeze({
  port: 3001,
  host: 'localhost',
  database: BUNDLED_DATABASE,
  cors: Object.freeze({ origin: 'http://localhost:3000' }),
  logLevel: 'info',
} as const satisfies FoodLookupOptions);

/** The port of the page where one is wanted and no port is told: where front ends are looked for. */
export const DEFAULT_PAGE_PORT = 3000;
