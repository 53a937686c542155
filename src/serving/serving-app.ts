import type { Logger } from 'pino';
import type { CurrentCatalog } from '../catalog/current-catalog.ts';
import type { CorsPolicy } from '../cors/index.ts';
import { createApp } from '../http/app.ts';
import type { Health } from '../http/health.ts';
import { createAccessLog } from '../http/observation/access-log.ts';
import type { Metrics } from '../http/observation/metrics.ts';
import type { RefusalLog } from '../http/refusal-log.ts';
import { createProxyTrust } from '../http/trusted-proxies.ts';
import type { FoodLookupSettings } from '../settings/food-lookup-settings.ts';
import { createDescribeField } from './describe-field.ts';
import { readVersion } from './version.ts';

/** Settings that can be sent to another thread: all but the policy, which has functions. */
export type ThreadSettings = Omit<FoodLookupSettings, 'corsPolicy'>;

export interface ServingParts {
  readonly settings: ThreadSettings;
  readonly catalog: CurrentCatalog;
  readonly corsPolicy: () => CorsPolicy;
  readonly health: () => Health;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  readonly refusals?: RefusalLog;
  /** Where the requests of each caller are counted, if they are limited. */
  readonly rateCounts: SharedArrayBuffer | undefined;
}

/** The application that answers requests, in the main thread or another. */
export function createServingApp({ settings, metrics, rateCounts, ...parts }: ServingParts) {
  const { rateLimit: perMinute } = settings;
  metrics?.observePolicy(parts.corsPolicy);
  return createApp({
    ...parts,
    version: readVersion(),
    cacheControl: settings.cacheControl,
    compression: settings.compression,
    observers: [
      ...(metrics === undefined ? [] : [metrics.observe]),
      ...(settings.accessLog ? [createAccessLog(parts.logger)] : []),
    ],
    describeField: createDescribeField(),
    ...(perMinute !== undefined &&
      rateCounts !== undefined && { rateLimit: { perMinute, counts: rateCounts } }),
    hsts: settings.hsts,
    proxyTrust: createProxyTrust(settings),
  });
}
