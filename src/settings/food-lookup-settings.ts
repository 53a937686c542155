import type { EntrySource } from '../catalog/entry-store.ts';
import type { FuzzyOptions } from '../catalog/search-options.ts';
import type { CorsOptions, CorsPolicy } from '../cors/index.ts';
import type { ServerLimits } from '../http/server/limits.ts';
import type { TlsFiles } from '../http/server/tls.ts';
import type { LogLevel } from './food-lookup-options.ts';

/** Valid options with the defaults filled in. */
export interface FoodLookupSettings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly source: EntrySource;
  readonly fuzzy: FuzzyOptions;
  readonly refreshSeconds: number;
  readonly threads: number;
  readonly page: number | undefined;
  readonly apiUrl: string | undefined;
  readonly cors: CorsOptions;
  readonly corsPolicy: CorsPolicy;
  readonly logLevel: LogLevel;
  readonly accessLog: boolean;
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly rateLimit: number | undefined;
  readonly trustProxy: readonly string[];
  readonly limits: ServerLimits;
  readonly drainDelaySeconds: number;
  readonly cacheControl: string;
  readonly compression: boolean;
  readonly socket: string | undefined;
  readonly tls: TlsFiles | undefined;
  readonly hsts: number | undefined;
}
