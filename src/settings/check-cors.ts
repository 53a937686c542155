import {
  CorsConfigurationError,
  type CorsOptions,
  type CorsPolicy,
  createCorsPolicy,
  lintOptions,
  type OriginFault,
} from '../cors/index.ts';
import { makeFault } from '../cors/origin-fault.ts';
import { isOptionsObject, ownOptions } from '../errors/shown-value.ts';
import { serverUrl } from '../http/server/server-url.ts';
import type { ConfigurationFault, Faulty } from './configuration-error.ts';
import { CORS_SETTINGS } from './rows/cors.ts';
import type { SettingValues } from './settings.ts';

// Checks the `cors` options. By default, `origin` is the page's origin.

/** The effective `cors` options, and the policy created from them. */
export interface EffectiveCors {
  readonly options: CorsOptions;
  readonly policy: CorsPolicy;
}

/** The settings that determine the page's URL, whose origin is the default. */
export type PageAddress = Pick<SettingValues, 'page' | 'host' | 'tlsCert'>;

/**
 * Returns the effective `cors` options: the given options, with the default origin if they have
 * none.
 */
export function effectiveCorsOptions(
  cors: unknown = {},
  page: PageAddress,
): { readonly options: CorsOptions } | Faulty<OriginFault> {
  if (!isOptionsObject(cors)) return { faults: lintOptions(cors) };
  // The policy engine checks the actual types.
  const given: Partial<CorsOptions> = ownOptions(cors);
  const { origin = defaultOrigin(page) } = given;
  return { options: ownOptions({ ...given, origin }) };
}

/** Returns the default origin: the page's, if it is served. Port 0 may become any port. */
function defaultOrigin({ page, host, tlsCert }: PageAddress): string {
  if (page === undefined) return CORS_SETTINGS.origin.default;
  const url = serverUrl(host, page, tlsCert === undefined ? 'http' : 'https');
  // Normalizes the origin as browsers do: in lowercase, without the default port.
  return (URL.canParse(url) ? new URL(url).origin : url).replace(/:0$/, ':*');
}

/** Returns the effective `cors` options with their policy, or their faults. */
export function checkCors(cors: unknown, page: PageAddress): EffectiveCors | Faulty {
  const effective = effectiveCorsOptions(cors, page);
  if ('faults' in effective) return { faults: effective.faults.map(toCorsFault) };
  const { options } = effective;
  const errors = methodsFaults(options);
  try {
    const policy = createCorsPolicy(options);
    return errors.length > 0 ? { faults: errors.map(toCorsFault) } : { options, policy };
  } catch (error) {
    if (!(error instanceof CorsConfigurationError)) throw error;
    return { faults: [...errors, ...error.faults].map(toCorsFault) };
  }
}

/** Finds the faults in effective `cors` options, as {@link checkCors} does, and the warnings. */
export function lintCors(options: CorsOptions): OriginFault[] {
  return [...methodsFaults(options), ...lintOptions(options)];
}

/** Reports `methods` as a fault: only the policy engine has this option. */
function methodsFaults({ methods }: CorsOptions): OriginFault[] {
  if (methods === undefined) return [];
  const reason = 'the service only reads, so pages may use GET and HEAD';
  const named = { code: 'fixed-methods', where: 'methods', value: methods };
  return [makeFault({ ...named, start: 'Cannot use cors.methods', reason })];
}

/**
 * Converts a fault found by the policy engine, which does not know the names of settings, to a
 * fault in the settings. Removes the option's name from most messages, since `where` has it.
 */
function toCorsFault({ where, message }: OriginFault): ConfigurationFault {
  if (where === 'options') return { where: 'cors', message };
  const named = where.startsWith('origin') ? message : message.replace(` ${where} `, ' ');
  return { where: `cors.${where}`, message: named };
}
