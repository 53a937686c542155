import { inspect } from 'node:util';
import { z } from 'zod';
import { BUNDLED_DATABASE } from './bundled-database.ts';
import { DatabaseError } from './catalog/database-error.ts';
import { checkEntries } from './catalog/sqlite/read-entries.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import {
  CorsConfigurationError,
  type CorsOptions,
  type CorsPolicy,
  createCorsPolicy,
} from './cors/index.ts';
import { serverUrl } from './http/server-url.ts';

/** How much is logged: nothing, or everything from this level up. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What {@link createFoodLookup} takes, and what a configuration file holds. */
export interface FoodLookupOptions {
  /** TCP port from 1 to 65535, or 0 for any free one. Default: 3001. */
  readonly port?: number;
  /** Name or address to listen at. Default: localhost, which only this machine reaches. */
  readonly host?: string;
  /** Path of a SQLite file with a table `entries`. Default: the bundled USDA foods. */
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

/** Sound options with the defaults filled in: nothing is left to check. */
export interface FoodLookupSettings {
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly page: number | undefined;
  readonly apiUrl: string | undefined;
  readonly cors: CorsOptions;
  readonly corsPolicy: CorsPolicy;
  readonly logLevel: LogLevel;
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

const PORT = 'Use a whole number from 0 to 65535; 0 takes any free port.';
const HOST = 'Use a name or an address such as localhost, 0.0.0.0 or ::1.';
const API_URL = 'Use an address such as https://food.example.com, without ? and #.';
const DATABASE = 'Use the path of a SQLite file.';
const CORS = 'Use an object such as { origin: "https://app.example" }.';

const shape = z.strictObject({
  port: z.int(PORT).min(0, PORT).max(65_535, PORT).optional(),
  host: z
    .string(HOST)
    .regex(/^[\w.:%-]+$/, HOST)
    .optional(),
  database: z.string(DATABASE).min(1, DATABASE).optional(),
  page: z.int(PORT).min(0, PORT).max(65_535, PORT).optional(),
  apiUrl: z.string(API_URL).refine(isBaseUrl, API_URL).optional(),
  // What the values must be, the policy says itself: it can be used without this service.
  cors: z
    .strictObject(
      {
        origin: z.unknown(),
        credentials: z.unknown(),
        allowedHeaders: z.unknown(),
        exposedHeaders: z.unknown(),
        maxAge: z.unknown(),
      },
      CORS,
    )
    .partial()
    .optional(),
  logLevel: z.enum(LOG_LEVELS, `Use one of ${LOG_LEVELS.join(', ')}.`).optional(),
});

/**
 * Checks options of any kind, whatever their type says, and fills in the defaults. Either every
 * fault of them is told, or none is left. Nothing is started; the database is opened for a look.
 */
export function checkOptions(
  options: unknown,
): { readonly settings: FoodLookupSettings } | { readonly faults: readonly ConfigurationFault[] } {
  const faults = (shape.safeParse(options).error?.issues ?? []).flatMap((issue) =>
    toFaults(issue, options),
  );
  if (faults.some(({ where }) => where === '') || !isRecord(options)) return { faults };

  const given: FoodLookupOptions = options;
  const database = given.database ?? DEFAULTS.database;
  const isRefused = (name: string) => faults.some(({ where }) => where.split('.')[0] === name);
  const preset = isRefused('page') || isRefused('host') ? DEFAULTS.cors : defaultCors(given);
  const cors = { ...preset, ...withoutUndefined(given.cors) };
  if (!isRefused('database')) faults.push(...databaseFaults(database));
  const policy = isRefused('cors') ? undefined : policyOf(cors);
  if (policy?.faults !== undefined) faults.push(...policy.faults);
  if (faults.length > 0 || policy?.corsPolicy === undefined) return { faults };

  const settings = {
    port: given.port ?? DEFAULTS.port,
    host: given.host ?? DEFAULTS.host,
    database,
    page: given.page,
    apiUrl: given.apiUrl,
    cors,
    corsPolicy: policy.corsPolicy,
    logLevel: given.logLevel ?? DEFAULTS.logLevel,
  };
  return { settings: Object.freeze(settings) };
}

/**
 * What holds for `cors` where these options, sound or not, do not say: the page is the first that
 * should work, wherever it is put.
 */
export function defaultCors(options: unknown): CorsOptions {
  const { page, host = DEFAULTS.host } = isRecord(options) ? options : {};
  const isPlaced = typeof page === 'number' && page > 0 && typeof host === 'string';
  return isPlaced ? { origin: serverUrl(host, page) } : DEFAULTS.cors;
}

function isBaseUrl(text: string): boolean {
  return /^https?:\/\/[^?#\s]+$/.test(text) && URL.canParse(text);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function withoutUndefined(cors: Partial<CorsOptions> = {}): Partial<CorsOptions> {
  return Object.fromEntries(Object.entries(cors).filter(([, value]) => value !== undefined));
}

function toFaults(issue: z.core.$ZodIssue, options: unknown): ConfigurationFault[] {
  const where = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(where === 'cors' ? shape.shape.cors.unwrap().shape : shape.shape);
    return issue.keys.map((key) => ({
      where: where === '' ? key : `${where}.${key}`,
      message: `Unknown setting "${key}". Use ${known.join(', ')}.`,
    }));
  }
  if (where === '')
    return [{ where, message: `Cannot use ${inspect(options)} as options: it is no object.` }];
  const value = issue.path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
    options,
  );
  return [{ where, message: `Cannot use ${where} ${inspect(value)}: ${issue.message}` }];
}

interface PolicyOrFaults {
  readonly corsPolicy?: CorsPolicy;
  readonly faults?: readonly ConfigurationFault[];
}

function policyOf(cors: CorsOptions): PolicyOrFaults {
  try {
    return { corsPolicy: createCorsPolicy(cors) };
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return {
      faults: error.faults.map(({ where, message }) => ({ where: `cors.${where}`, message })),
    };
  }
}

function databaseFaults(database: string): ConfigurationFault[] {
  try {
    checkEntries(database);
    return [];
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [{ where: 'database', message: error.message }];
  }
}
