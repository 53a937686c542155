import { show } from '../../errors/shown-value.ts';
import type * as AST from '../expression/syntax.ts';
import type { Node } from '../language/automaton.ts';
import { buildAutomaton } from '../language/build-automaton.ts';
import { charactersOf } from '../language/characters.ts';
import type { Graph } from '../language/graph.ts';
import { repairOrigin } from './repair-origin.ts';
import { lintString } from './string.ts';
import { isMatch } from './witness.ts';

// Words why an expression lets in nobody, and the nearest origin.

/** Why an expression lets in nobody: the shortest text that it requires, and what is wrong with it. */
export function whyNever(expression: RegExp): { readonly reason: string; readonly way?: string } {
  const text = shortestText(expression);
  if (text === undefined) return { reason: 'no origin that a browser sends matches it' };
  const nearest = repairOrigin(text);
  const reason = `it requires ${show(text)}, which no browser sends: ${reasonFor(text)}`;
  return {
    reason,
    ...(nearest !== undefined && { way: `The nearest origin is ${show(nearest)}` }),
  };
}

/** The alternatives that let in nobody, beside others that let in somebody. */
export function deadBranches(
  alternatives: readonly AST.Alternative[],
  { nodes }: Graph,
): readonly AST.Alternative[] {
  if (alternatives.length < 2) return [];
  const living = new Set(nodes.flatMap(({ edges }) => edges.map(({ branch }) => branch)));
  return alternatives.filter(({ elements }, branch) => {
    // One without letters of its own, such as (?=…), leaves no trace.
    return !living.has(branch) && elements.some(({ type }) => type !== 'Assertion');
  });
}

/** Reasons for a string in a setting, reworded for an expression. */
function reasonFor(text: string): string {
  const [fault] = lintString(text, '');
  if (text === '*') return '"*" means everyone in a setting, and no browser sends it as an origin';
  if (/^[a-z]+:\/\/[^/]*[*{]/.test(text)) {
    return 'no host name contains "*" or a brace. Write [\\w.-]+ for any subdomain';
  }
  if (fault?.code === 'list-in-string') {
    return 'it sends one origin, never several. Write | between alternatives';
  }
  return fault?.reason ?? 'it is not an origin';
}

/** A place in the automaton, and the text that leads there. */
interface Place {
  readonly at: number;
  readonly text: string;
}

/** The shortest text that an expression matches, of those that are easily found. */
function shortestText(expression: RegExp): string | undefined {
  const { nodes, start } = buildAutomaton(expression);
  let open: Place[] = [{ at: start, text: '' }];
  const met = new Set<number>();
  while (open.length > 0) {
    const later: Place[] = [];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const node = nodes[place.at];
      if (node === undefined || met.has(place.at)) continue;
      met.add(place.at);
      const { text } = place;
      if (node.kind === 'accept' && isMatch(expression, text)) return text;
      (node.kind === 'read' ? later : open).push(...placesAfter(node, text));
    }
    open = later;
  }
  return undefined;
}

/** Conditions are taken to hold: the engine says whether they do. */
function placesAfter(node: Node, text: string): Place[] {
  switch (node.kind) {
    case 'accept':
      return [];
    case 'read': {
      const character = node.foreign ?? charactersOf(node.set)[0];
      return character === undefined ? [] : [{ at: node.next, text: text + character }];
    }
    default:
      return node.next.map((at) => ({ at, text }));
  }
}
