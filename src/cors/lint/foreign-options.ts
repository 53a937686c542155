import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';

// What to do instead of options that other CORS libraries have ("Use allowedHeaders"), and for
// unknown ones.

/** What to do instead of an option that other CORS libraries have. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  // cors and @fastify/cors
  ['optionsSuccessStatus', 'Remove it: a preflight is always answered with 200'],
  [
    'preflightContinue',
    'Remove it: a preflight is answered here, and every other OPTIONS request is passed on',
  ],
  ['preflight', 'Remove it: a preflight is always answered'],
  ['strictPreflight', 'Remove it: an OPTIONS request that is no preflight is passed on'],
  ['hideOptionsRoute', 'Remove it: there is no route for OPTIONS'],
  ['hook', 'Remove it: call the handler in the hook you want'],
  ['delegator', 'Use a function as origin: its third argument is the request'],
  ['cacheControl', 'Use maxAge'],
  // hono/cors and @koa/cors
  ['allowMethods', 'Use methods'],
  ['allowHeaders', 'Use allowedHeaders'],
  ['exposeHeaders', 'Use exposedHeaders'],
  ['keepHeadersOnError', 'Remove it: errors always carry the headers'],
  ['privateNetworkAccess', 'Remove it: browsers have given that header up'],
  ['secureContext', 'Remove it: it sets headers that are not part of CORS'],
  // Names of the headers, and of other frameworks' settings
  ['origins', 'Use origin'],
  ['allowedOrigins', 'Use origin'],
  ['allowOrigin', 'Use origin'],
  ['allowOrigins', 'Use origin'],
  ['allowedMethods', 'Use methods'],
  ['headers', 'Use allowedHeaders'],
  ['allowCredentials', 'Use credentials'],
  ['supportsCredentials', 'Use credentials'],
  ['maxAgeSeconds', 'Use maxAge'],
]);

/** Faults of options that do not exist. */
export function lintKeys(keys: readonly string[], known: readonly string[]): OriginFault[] {
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => {
      const reason = 'there is no such option';
      const instead = INSTEAD.get(key) ?? `Use ${known.join(', ')}`;
      const message = `Cannot use CORS option ${show(key)}: ${reason}. ${instead}.`;
      const base = { severity: 'error', code: 'unknown-option', where: key } as const;
      return { ...base, value: show(key), reason, message };
    });
}
