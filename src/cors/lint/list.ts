import { show } from '../../errors/shown-value.ts';
import { matcherOf } from '../language/matcher.ts';
import type { OriginFault } from '../origin-fault.ts';
import { patternsOver } from '../origin-pattern.ts';
import { elementKey } from '../origin-setting.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { isExpression } from '../snapshot.ts';

// Faults of a list of origins as a whole: duplicates, elements that make others moot, emptiness.

/** What is doubtful about a list as a whole: elements that make others moot, and duplicates. */
export function lintElementsTogether(elements: readonly unknown[]): OriginFault[] {
  if (elements.length === 0) return [EMPTY_LIST];
  const places = new Map<string, number>();
  const texts = new Set(elements);
  const expressions = elements.filter(isExpression);
  const coverOf = (origin: string): unknown =>
    patternsOver(origin).find((pattern) => pattern !== origin && texts.has(pattern)) ??
    expressions.find((each) => matcherOf(each).matches(origin));
  return [
    ...lintWildcard(elements),
    ...elements.flatMap((element, place) => {
      const key = elementKey(element);
      const first = places.get(key);
      if (first === undefined) places.set(key, place);
      return lintTogether(element, place, first, coverOf);
    }),
  ];
}

const EMPTY_LIST: OriginFault = {
  severity: 'warning',
  code: 'empty-list',
  where: 'origin',
  value: '[]',
  reason: 'it is empty',
  message: 'Origin [] allows nobody: the list is empty. Use false to turn CORS off.',
  fix: false,
};

function lintWildcard(elements: readonly unknown[]): OriginFault[] {
  const place = elements.indexOf('*');
  if (place < 0) return [];
  const isAlone = elements.length === 1;
  const reason = isAlone
    ? 'it allows everyone, which is clearer without the list'
    : 'it allows everyone, so the rest of the list has no effect';
  return [
    {
      severity: 'warning',
      code: isAlone ? 'wildcard-in-list' : 'wildcard-makes-rest-moot',
      where: `origin[${place}]`,
      value: '"*"',
      reason,
      message: `Origin "*" is in a list: ${reason}. Use "*" alone, or remove it.`,
      fix: '*',
    },
  ];
}

function lintTogether(
  element: unknown,
  place: number,
  first: number | undefined,
  coverOf: (origin: string) => unknown,
): OriginFault[] {
  if (typeof element !== 'string' && !isExpression(element)) return [];
  const value = show(element);
  const base = { severity: 'warning', where: `origin[${place}]`, value } as const;
  if (first !== undefined) {
    const reason = `it is the same as origin[${first}]`;
    const message = `Origin ${value} is in the list twice: ${reason}. Remove one of them.`;
    return [{ ...base, code: 'duplicate-entry', reason, message }];
  }
  if (typeof element !== 'string') return [];
  const cover = isSerializedOrigin(element) ? coverOf(element) : undefined;
  if (cover === undefined) return [];
  const reason = `${show(cover)} already allows it`;
  const message = `Origin ${value} adds nothing to the list: ${reason}. Remove it, or make the pattern narrower.`;
  return [{ ...base, code: 'moot-entry', reason, message }];
}
