import { checkHeader, exact, notPolicy, refuseExtra } from '../errors/check-arguments.ts';
import { isOptionsObject, ownOptions } from '../errors/shown-value.ts';
import { type Decision, decideOrigin } from './decision.ts';
import { whyRefused } from './lint/opening-faults.ts';
import type { LintContext } from './lint/openings.ts';
import { lintOptions } from './lint/options.ts';
import { CorsConfigurationError, type OriginFault } from './origin-fault.ts';
import { type CompiledOrigin, type CorsOptions, compileOrigin } from './origin-setting.ts';
import { createHeaderWriter, type HeaderWriter } from './response-headers.ts';
import { snapshot } from './snapshot.ts';
import { readTrust } from './trust.ts';

// Creates a policy from the options: copies them, throws if they have errors, keeps warnings,
// compiles `origin`. Start reading here: node.ts and fetch.ts apply a policy to requests, and
// explain/ explains its decisions.

/** The CORS settings of a service, checked and ready for use. A policy never changes. */
export interface CorsPolicy extends HeaderWriter {
  /** Warnings about the options. Log them once, at startup. */
  readonly warnings: readonly OriginFault[];
  /**
   * Decides on the Origin header of a request; `undefined` means that it has none. Returns a
   * promise only if the setting is a function, which gets `request` as its third argument.
   *
   * @throws OriginFunctionError (as a rejection) if that function fails: respond with 500, grant
   *   nothing.
   */
  readonly decide: (origin: string | undefined, request?: unknown) => Decision | Promise<Decision>;
}

/**
 * Creates a policy from a copy of the options, so later changes to an array or an expression have
 * no effect.
 *
 * @throws CorsConfigurationError with all errors
 */
export function createCorsPolicy(options: CorsOptions, ...extra: never[]): CorsPolicy {
  refuseExtra(extra);
  if (!isOptionsObject(options)) throw new CorsConfigurationError(lintOptions(options));
  // Each option is read only once, so that the checked value is the one used.
  const own = ownOptions(options);
  const { credentials, maxAge } = own;
  const origin = snapshot(own.origin);
  const methods = snapshot(own.methods);
  const allowedHeaders = snapshot(own.allowedHeaders);
  const exposedHeaders = snapshot(own.exposedHeaders);
  const names = { methods, allowedHeaders, exposedHeaders, trust: snapshot(own.trust) };
  const checked = { ...own, origin, credentials, maxAge, ...names };
  const faults = lintOptions(checked);
  const compiled = compileOrigin(origin);
  const trust = readTrust(names.trust);
  const errors = faults.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || compiled === undefined) throw new CorsConfigurationError(errors);

  const context = { credentials: credentials === true, trust };
  const policy: CorsPolicy = Object.freeze({
    warnings: Object.freeze([...faults]),
    ...exact({
      decide: (asked: string | undefined, request?: unknown) =>
        decideOrigin(compiled, checkHeader(asked), (each) => whyRefused(each, context), request),
      ...createHeaderWriter(checked, !(compiled.form === 'elements' && compiled.wildcard >= 0)),
    }),
  });
  ORIGINS.set(policy, { compiled, setting: origin, context });
  return policy;
}

/** The origin setting of a policy, for explanations. */
export interface PolicyOrigin {
  readonly compiled: CompiledOrigin;
  /** A copy of the setting, not compiled. */
  readonly setting: unknown;
  readonly context: LintContext;
}

const ORIGINS = new WeakMap<CorsPolicy, PolicyOrigin>();

/**
 * Returns the origin setting, which is not a member of the policy since users do not need it.
 */
export function policyOrigin(policy: CorsPolicy): PolicyOrigin {
  const origin = ORIGINS.get(policy);
  if (origin === undefined) throw notPolicy(policy);
  return origin;
}
