import type { AST } from '@eslint-community/regexpp';
import { isAnchored, parseExpression } from './tree.ts';

/**
 * The most steps that RE2's algorithm takes to match an expression against a text of `length`
 * characters, or `limit + 1` where it is more than `limit`. A step is one character of the
 * expression that may match one character of the text; it takes at most 0.1 µs.
 *
 * A part that can only match at a few places of the text costs no more than these places: so the
 * two alternatives in `^https:\/\/(?:a|b)\.example$` hardly cost more than one.
 */
export function matchWork(expression: RegExp, length: number, limit: number): number {
  const walk: Walk = { length, limit, steps: 0 };
  for (const alternative of parseExpression(expression).alternatives) {
    const isAtStart = expression.sticky || isAnchored(alternative, 'start');
    walkAlternative(alternative, { first: 0, last: isAtStart ? 0 : length }, walk);
  }
  return Math.min(walk.steps, limit + 1);
}

/** The places in the text, from the first to the last, where a part of the expression may begin. */
interface Places {
  readonly first: number;
  readonly last: number;
}

interface Walk {
  readonly length: number;
  readonly limit: number;
  steps: number;
}

function walkAlternative({ elements }: AST.Alternative, places: Places, walk: Walk): Places {
  return elements.reduce((at, element) => walkElement(element, at, walk), places);
}

/** Counts the steps of an element, and gives the places where the next one may begin. */
function walkElement(node: AST.Element, places: Places, walk: Walk): Places {
  if (walk.steps > walk.limit) return places;
  switch (node.type) {
    case 'Assertion':
      return places;
    case 'Group':
    case 'CapturingGroup': {
      const ends = node.alternatives.map((each) => walkAlternative(each, places, walk));
      return {
        first: Math.min(...ends.map(({ first }) => first)),
        last: Math.max(...ends.map(({ last }) => last)),
      };
    }
    case 'Quantifier':
      return walkQuantifier(node, places, walk);
    default:
      // The copies of a part that no text is long enough to reach still take up memory.
      walk.steps += Math.max(1, Math.min(places.last, walk.length) - places.first + 1);
      return { first: places.first + 1, last: places.last + 1 };
  }
}

/** RE2 makes a copy of the element for each time that it may match. */
function walkQuantifier(node: AST.Quantifier, places: Places, walk: Walk): Places {
  const { element, min } = node;
  const isEndless = node.max >= walk.length;
  const copies = isEndless ? Math.max(min, 1) : node.max;
  let { first } = places;
  let at = places;
  for (let copy = 1; copy <= copies && walk.steps <= walk.limit; copy++) {
    const isLoop = isEndless && copy === copies;
    at = walkElement(element, isLoop ? { ...at, last: Math.max(at.last, walk.length) } : at, walk);
    if (copy <= min) first = at.first;
  }
  // The element may be left out from the minimum on.
  return { first, last: Math.max(at.last, places.last) };
}
