import { copyExpression, isExpression } from '../expression/copy.ts';
import { kindOf, type OriginFault, show } from '../origin-fault.ts';
import { lintExpression } from './expression.ts';
import { lintElementsTogether } from './list.ts';
import { lintString } from './string.ts';

/**
 * Everything that is wrong or doubtful in an `origin` setting, at once. Errors keep a policy from
 * being created; warnings tell of settings that work, but hardly as meant. Never throws, whatever
 * it is given.
 */
export function lintOrigin(setting: unknown): readonly OriginFault[] {
  if (typeof setting === 'boolean' || typeof setting === 'function') return [];
  if (Array.isArray(setting)) return lintList(Array.from(setting));
  return lintElement(setting, 'origin', 'bad-type');
}

function lintElement(element: unknown, where: string, badType: string): OriginFault[] {
  if (typeof element === 'string') return lintString(element, where);
  if (isExpression(element)) return lintExpression(copyExpression(element), where);
  return [typeError(element, where, badType)];
}

function lintList(elements: readonly unknown[]): OriginFault[] {
  const faults = elements.flatMap((element, place) =>
    lintElement(element, `origin[${place}]`, 'bad-entry-type'),
  );
  return [...faults, ...lintElementsTogether(elements)];
}

function typeError(value: unknown, where: string, code: string): OriginFault {
  const allowed =
    code === 'bad-type'
      ? 'true, false, a string, a regular expression, an array of these two, or a function'
      : 'strings and regular expressions';
  const reason = `it is ${kindOf(value)}`;
  const message =
    code === 'bad-type'
      ? `Cannot use origin ${show(value)}: ${reason}. Use ${allowed}.`
      : `Cannot use ${where} ${show(value)}: ${reason}. A list holds ${allowed}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
