import { kindOf, show } from '../../errors/shown-value.ts';
import { isExpression } from '../expression/copy.ts';
import type { OriginFault } from '../origin-fault.ts';

/** A fault of an option other than `origin`. */
export function optionFault(
  code: string,
  where: string,
  value: unknown,
  reason: string,
): OriginFault {
  const given =
    typeof value === 'object' && value !== null && !isExpression(value)
      ? kindOf(value)
      : show(value);
  const message = `Cannot use ${where} ${given}: ${reason}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
