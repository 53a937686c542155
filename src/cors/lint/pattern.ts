import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';
import type { OriginPattern } from '../origin-pattern.ts';
import { isOpenToAll, suffixesUnder } from '../public-suffix.ts';

/** The faults of a pattern, which is one by its form: only a domain that others
 * have names under is no good. */
export function lintPattern(
  text: string,
  where: string,
  { host, isParent }: OriginPattern,
): OriginFault[] {
  const [shared] = isOpenToAll(host) ? [host] : suffixesUnder(host);
  if (!isParent || shared === undefined) return [];
  const reason = `anybody can get a name under ${shared}`;
  const message = `Cannot use origin ${show(text)}: ${reason}. List the origins of your own pages.`;
  return [
    { severity: 'error', code: PATTERN_OVER_SUFFIX, where, value: show(text), reason, message },
  ];
}

/** The code of a pattern for the names under a public suffix. */
export const PATTERN_OVER_SUFFIX = 'pattern-public-suffix';
