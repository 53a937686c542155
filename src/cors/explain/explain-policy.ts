import { type CorsPolicy, originOf } from '../policy.ts';
import { explainCompiled } from './explain-origin.ts';
import type { Explanation } from './explanation.ts';

// Asks a policy why it allows or refuses an origin.

/**
 * Why a policy allows or refuses an origin. A function is asked, as it would be for a request.
 *
 * Not a method of the policy: whoever only wants headers need not load the texts about grants.
 */
export function explainPolicy(
  policy: CorsPolicy,
  origin: string | undefined,
): Promise<Explanation> {
  const { compiled, setting } = originOf(policy);
  return explainCompiled(compiled, setting, origin);
}
