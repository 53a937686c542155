import {
  CorsConfigurationError,
  type CorsOptions,
  type CorsPolicy,
  createCorsPolicy,
  lintOptions,
  type OriginFault,
} from '../cors/index.ts';
import { isOptionsObject } from '../errors/options-object.ts';
import { serverUrl } from '../http/server/server-url.ts';
import { valueFaults } from './check-values.ts';
import type { ConfigurationFault } from './configuration-error.ts';
import { DEFAULTS, type FoodLookupOptions } from './food-lookup-options.ts';

/** The `cors` options in force: those given, and the default origin if they have none. */
export function effectiveCorsOptions(
  given: FoodLookupOptions,
): { readonly options: CorsOptions } | { readonly faults: readonly OriginFault[] } {
  const { cors = {} } = given;
  if (!isOptionsObject(cors)) return { faults: lintOptions(cors) };
  return {
    options:
      cors.origin === undefined
        ? { ...cors, ...defaultCors(given) }
        : { ...cors, origin: cors.origin },
  };
}

/** The page is the first that should work, on whichever port it is served. */
function defaultCors(given: FoodLookupOptions): CorsOptions {
  const { page = 0, host = DEFAULTS.host } = given;
  const isUsable = valueFaults({ page, host }).length === 0;
  return isUsable && page > 0
    ? { origin: serverUrl(host, page, given.tlsCert === undefined ? 'http' : 'https') }
    : DEFAULTS.cors;
}

/** The policy of the `cors` options in force, or what is wrong with them. */
export function checkCors(
  given: FoodLookupOptions,
):
  | { readonly options: CorsOptions; readonly policy: CorsPolicy }
  | { readonly faults: readonly ConfigurationFault[] } {
  const inForce = effectiveCorsOptions(given);
  if ('faults' in inForce) return { faults: inForce.faults.map(toCorsFault) };
  const { options } = inForce;
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

/** The engine does not know that its options are a part of others. */
function toCorsFault({ where, message }: OriginFault): ConfigurationFault {
  return { where: where === 'options' ? 'cors' : `cors.${where}`, message };
}
