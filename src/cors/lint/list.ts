import { show } from '../../errors/shown-value.ts';
import type { Matcher } from '../language/matcher.ts';
import type { OriginFault } from '../origin-fault.ts';
import { elementKey, matcherOfElement } from '../origin-setting.ts';
import { isSerializedOrigin } from '../serialized-origin.ts';
import { isExpression } from '../snapshot.ts';

// Faults of a list of origins as a whole: duplicates, elements that make others moot, emptiness.

/** What is doubtful about a list as a whole: elements that make others moot, and duplicates. */
export function lintElementsTogether(elements: readonly unknown[]): OriginFault[] {
  if (elements.length === 0) return [EMPTY_LIST];
  const places = new Map<string, number>();
  const covers = elements.flatMap((element) => {
    const matcher = matcherOfElement(element);
    return matcher === undefined ? [] : [{ element, matches: matcher.matches }];
  });
  return [
    ...lintWildcard(elements),
    ...elements.flatMap((element, place) => {
      const key = elementKey(element);
      const first = places.get(key);
      if (first === undefined) places.set(key, place);
      return lintTogether(element, place, first, covers);
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

/** An element that may allow more than one origin. */
interface Cover {
  readonly element: unknown;
  readonly matches: Matcher['matches'];
}

function lintTogether(
  element: unknown,
  place: number,
  first: number | undefined,
  covers: readonly Cover[],
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
  const cover = covers.find(({ matches }) => isSerializedOrigin(element) && matches(element));
  if (cover === undefined) return [];
  const reason = `${show(cover.element)} already allows it`;
  const message = `Origin ${value} adds nothing to the list: ${reason}. Remove it, or make the pattern narrower.`;
  return [{ ...base, code: 'moot-entry', reason, message }];
}
