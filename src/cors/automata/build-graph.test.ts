import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyExpression } from '../../../test/arbitrary-expressions.ts';
import { origin } from '../../../test/arbitrary-origins.ts';
import { nativeVerdicts } from '../../../test/native-verdict.ts';
import { runs } from '../../../test/runs.ts';
import { isSerializedOrigin, parseSerializedOrigin } from '../serialized-origin.ts';
import { buildAutomaton, NoAutomaton } from './automaton.ts';
import { buildGraph } from './build-graph.ts';
import { characterAt, EVERY_CHARACTER } from './characters.ts';
import { type GrammarState, originGrammar } from './grammar.ts';
import { type Graph, type GraphNode, isSubset, NotComputed, shortestPaths, Work } from './graph.ts';

function graphOf(expression: RegExp): Graph | undefined {
  try {
    return buildGraph(buildAutomaton(expression), new Work(60_000));
  } catch (error) {
    if (error instanceof NoAutomaton || error instanceof NotComputed) return undefined;
    throw error;
  }
}

function holds({ start }: Graph, text: string): boolean {
  let nodes = new Set<GraphNode>(start === undefined ? [] : [start]);
  for (const character of text) {
    const edges = [...nodes].flatMap((node) => node.edges);
    nodes = new Set(edges.filter(({ set }) => set.includes(character)).map(({ to }) => to));
  }
  return [...nodes].some(({ ends }) => ends);
}

/**
 * Lookarounds are assumed to hold, so the graph may contain strings that the expression does not
 * match.
 */
const hasLookaround = ({ source }: RegExp) => /\(\?<?[=!]/.test(source);

test('the graph of an expression contains exactly the origins that it matches', () => {
  const numRuns = runs(30);
  let computed = 0;
  fc.assert(
    fc.property(anyExpression, fc.array(origin, { minLength: 4 }), (expression, origins) => {
      const graph = graphOf(expression);
      if (graph === undefined) return;
      computed += 1;
      const isLarger = hasLookaround(expression);
      const texts = origins.filter(isSerializedOrigin);
      const verdicts = nativeVerdicts(expression, texts);
      for (const [place, text] of texts.entries()) {
        const native = verdicts[place];
        const isHeld = holds(graph, text);
        const isRight = isHeld === native || (isHeld && isLarger);
        expect(native === undefined || isRight, text).toBe(true);
      }
      if (isLarger) return;
      // Conversely, the expression matches the shortest strings of the graph.
      const { before, after } = shortestPaths(graph);
      const held = graph.nodes.slice(0, 10).map((node) => before(node) + after(node));
      expect(nativeVerdicts(expression, held), `${expression} and ${held}`).not.toContain(false);
    }),
    { numRuns },
  );
  // The other expressions are too large or not regular.
  expect(computed).toBeGreaterThan(numRuns / 2);
});

test('edges between few nodes count toward the work limit too', () => {
  const automaton = buildAutomaton(/(?:[a-z]?){5}/);
  // This graph has 1,573 nodes and 7,701 edges.
  expect(() => buildGraph(automaton, new Work(5_000))).toThrow(NotComputed);
  expect(buildGraph(automaton, new Work(20_000)).nodes.length).toBeLessThan(2_000);
});

/** Follows the grammar one character at a time. */
function accepts(text: string): boolean {
  let state: GrammarState | undefined = originGrammar();
  for (const character of text) {
    state = state?.stepsWith(character).keys().next().value;
  }
  return state?.ends === true;
}

const host = fc.oneof(
  fc.stringMatching(/^[a-z0-9._~x-]{1,12}$/),
  fc.stringMatching(/^(?:[0-9]{1,3}\.){2,4}[0-9]{1,3}\.?$/),
  fc.stringMatching(/^\[[0-9a-f:]{2,20}\]$/),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.stringMatching(/^[a-z0-9-]{60,66}(?:\.com)?$/),
);
const anyText = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('http', 'https', 'ftp', 'null', 'file', 'httpx', 'ws', 'data'),
      fc.stringMatching(/^[a-z0-9+.-]{1,4}$/),
    ),
    fc.constantFrom('://', ':/', ':', ''),
    host,
    fc.oneof(
      fc.constantFrom('', ':', ':80', ':443', ':065'),
      fc.integer({ min: 0, max: 99_999 }).map((port) => `:${port}`),
    ),
  )
  .map((parts) => parts.join(''));

test('the grammar accepts every serialized origin, and little else', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const isOrigin = isSerializedOrigin(text);
      if (isOrigin) expect(accepts(text), text).toBe(true);
      // The grammar does not check Punycode, long labels, or zeros in IPv6 addresses.
      else if (!/xn--|\[|[\w~-]{64}/.test(text)) expect(accepts(text), text).toBe(false);
    }),
    { numRuns: runs(1_000) },
  );
  for (const text of ['null', 'nullx', 'null://a', 'app://.', 'app://.:80', 'http://a.:81']) {
    expect(accepts(text), text).toBe(isSerializedOrigin(text));
  }
});

test('the alphabet contains every character of serialized origins', () => {
  const sendable = [...EVERY_CHARACTER].filter(
    (each) => isSerializedOrigin(`app://a${each}`) || parseSerializedOrigin(`app://${each}`),
  );
  expect(sendable.toSorted().join('')).toMatch(/^[\w.~-]+$/);
  expect(characterAt(0)).toBe(' ');
});

test.each([
  [/^https:\/\/a\.com$/, /^https:\/\/[a-z]\.com$/, true],
  [/^https:\/\/[a-z]\.com$/, /^https:\/\/a\.com$/, false],
  [/^https:\/\/(a|b)\.com$/, /^https:\/\/a\.com$|^https:\/\/b\.com$/, true],
  [/^https:\/\/a\.com$|^https:\/\/b\.com$/, /^https:\/\/(a|b)\.com$/, true],
  [/^https:\/\/[\w.-]+\.a\.com$/, /^https:\/\/(?:[a-z0-9_-]+\.)+a\.com$/, true],
  [/^https:\/\/(?:[a-z0-9_-]+\.)+a\.com$/, /^https:\/\/.+\.a\.com$/, true],
  [/^https:\/\/a\.com$/, /^https:\/\/(?!b)[ab]\.com$/, true],
  [/^https:\/\/a\.com:\d+$/, /^https:\/\/a\.com(?::\d+)?$/, true],
  [/^https:\/\/a\.com(?::\d+)?$/, /^https:\/\/a\.com:\d+$/, false],
  [/^https:\/\/a\.com:\d+$/, /a\.com/, true],
  [/^https:\/\/(b|a\.com)$/, /a\.com/, false],
  [/a^/, /b^/, true],
])('%s is within %s: %s', (part, whole, expected) => {
  const graph = graphOf(part);
  if (graph === undefined) throw new Error('It is small.');
  expect(isSubset(graph, whole)).toBe(expected);
});
