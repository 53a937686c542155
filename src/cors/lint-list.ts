import { types } from 'node:util';
import { type OriginFault, show } from './origin-fault.ts';
import { copyPattern, matchesPattern } from './origin-pattern.ts';

/** What is doubtful in a list as a whole: elements that make others moot, or that are there twice. */
export function lintElementsTogether(elements: readonly unknown[]): OriginFault[] {
  if (elements.length === 0) return [EMPTY_LIST];
  return [
    ...lintWildcard(elements),
    ...elements.flatMap((element, place) => lintRepeated(element, place, elements)),
  ];
}

const EMPTY_LIST: OriginFault = {
  severity: 'warning',
  code: 'empty-list',
  where: 'origin',
  value: '[]',
  reason: 'nobody is in it',
  message: 'Origin [] allows nobody: there is no element in it. Use false to switch CORS off.',
  fix: false,
};

function lintWildcard(elements: readonly unknown[]): OriginFault[] {
  const place = elements.indexOf('*');
  if (place < 0 || elements.length === 1) return [];
  const reason = 'it lets everyone in, so the rest of the list does nothing';
  return [
    {
      severity: 'warning',
      code: 'wildcard-makes-rest-moot',
      where: `origin[${place}]`,
      value: '"*"',
      reason,
      message: `Origin "*" stands in a list: ${reason}. Use "*" alone, or remove it.`,
      fix: '*',
    },
  ];
}

function lintRepeated(
  element: unknown,
  place: number,
  elements: readonly unknown[],
): OriginFault[] {
  const first = elements.findIndex((other) => isSame(other, element));
  const where = `origin[${place}]`;
  const value = show(element);
  const base = { severity: 'warning', where, value } as const;
  if (first >= 0 && first < place) {
    const reason = `it is the same as origin[${first}]`;
    const message = `Origin ${value} stands twice in the list: ${reason}. Remove one of them.`;
    return [{ ...base, code: 'duplicate-entry', reason, message }];
  }
  const cover =
    typeof element === 'string' ? elements.find((other) => covers(other, element)) : null;
  if (!types.isRegExp(cover)) return [];
  const reason = `${show(cover)} allows it already`;
  const message = `Origin ${value} adds nothing to the list: ${reason}. Remove it, or make the pattern narrower.`;
  return [{ ...base, code: 'moot-entry', reason, message }];
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'string') return a === b;
  return (
    types.isRegExp(a) && types.isRegExp(b) && String(copyPattern(a)) === String(copyPattern(b))
  );
}

function covers(pattern: unknown, origin: string): boolean {
  return types.isRegExp(pattern) && matchesPattern(copyPattern(pattern), origin);
}
