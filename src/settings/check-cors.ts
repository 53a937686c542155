import {
  CorsConfigurationError,
  type CorsOptions,
  type CorsPolicy,
  createCorsPolicy,
  lintOptions,
  type OriginFault,
} from '../cors/index.ts';
import { isOptionsObject } from '../errors/shown-value.ts';
import { serverUrl } from '../http/server/server-url.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import { CORS_SETTINGS } from './rows/cors.ts';
import type { Filled } from './settings.ts';

// The default of `origin` (the page's), which `cors` options the service refuses, and how their
// faults are named.

/** The `cors` options that apply, and the policy that they make. */
export interface EffectiveCors {
  readonly options: CorsOptions;
  readonly policy: CorsPolicy;
}

/** The settings that say where the page is: its origin is the default. */
export type PageAddress = Pick<Filled, 'page' | 'host' | 'tlsCert'>;

/** The `cors` options that apply: those given, and the default origin if they have none. */
export function effectiveCorsOptions(
  cors: unknown,
  page: PageAddress,
): { readonly options: CorsOptions } | { readonly faults: readonly OriginFault[] } {
  if (cors === undefined) return { options: { origin: defaultOrigin(page) } };
  if (!isOptionsObject(cors)) return { faults: lintOptions(cors) };
  // The engine checks what they really are.
  const given: Partial<CorsOptions> = cors;
  const { origin = defaultOrigin(page) } = given;
  return { options: { ...given, origin } };
}

/** The page is the first that should work, on whichever port it is served. */
function defaultOrigin({ page = 0, host, tlsCert }: PageAddress): string {
  if (page === 0) return CORS_SETTINGS.origin.default;
  const url = serverUrl(host, page, tlsCert === undefined ? 'http' : 'https');
  // As browsers write it: in lower case, without the default port.
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** The policy of the `cors` options that apply, or what is wrong with them. */
export function checkCors(
  cors: unknown,
  page: PageAddress,
): EffectiveCors | { readonly faults: readonly ConfigurationFault[] } {
  const effective = effectiveCorsOptions(cors, page);
  if ('faults' in effective) return { faults: effective.faults.map(toCorsFault) };
  const { options } = effective;
  if (options.methods !== undefined) return { faults: [FIXED_METHODS] };
  try {
    return { options, policy: createCorsPolicy(options) };
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return { faults: error.faults.map(toCorsFault) };
  }
}

const FIXED_METHODS: ConfigurationFault = {
  where: 'cors.methods',
  message: 'Cannot use cors.methods: the service only reads, so pages may use GET and HEAD.',
};

/**
 * The engine does not know that its options are a part of others, nor the flags that they have: its
 * name of an option is left out, since a fault says where it is.
 */
function toCorsFault({ where, message }: OriginFault): ConfigurationFault {
  if (where === 'options') return { where: 'cors', message };
  const named = where.startsWith('origin') ? message : message.replace(` ${where} `, ' ');
  return { where: `cors.${where}`, message: named };
}
