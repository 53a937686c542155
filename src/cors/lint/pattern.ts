import { show } from '../../errors/shown-value.ts';
import type { OriginFault } from '../origin-fault.ts';
import type { OriginPattern } from '../origin-pattern.ts';
import { isOpenToAll } from '../public-suffix.ts';

/** The faults of a pattern, which is one by its form: only a domain for all is no good. */
export function lintPattern(
  text: string,
  where: string,
  { host, isParent }: OriginPattern,
): OriginFault[] {
  if (!isParent || !isOpenToAll(host)) return [];
  const reason = `anybody can get a name under ${host}`;
  const message = `Cannot use origin ${show(text)}: ${reason}. List the origins of your own pages.`;
  return [
    { severity: 'error', code: PATTERN_OVER_SUFFIX, where, value: show(text), reason, message },
  ];
}

/** The code of a pattern for the names under a public suffix. */
export const PATTERN_OVER_SUFFIX = 'pattern-public-suffix';
