import type * as AST from './syntax.ts';

// Questions to the syntax tree of an expression: anchors, branches, lone dots, repetitions.

/** An edge of an expression: the beginning of the text or its end. */
export type Edge = 'start' | 'end';

/** Whether whatever this alternative matches lies at that edge of the text. */
export function isAnchored(alternative: AST.Alternative, edge: Edge): boolean {
  const { elements } = alternative;
  const ordered = edge === 'start' ? elements : elements.toReversed();
  for (const element of ordered) {
    if (element.type === 'Assertion') {
      if (element.kind === edge) return true;
      // Other assertions match no text: what stands beyond them is still at the edge.
      continue;
    }
    const inner = element.type === 'Quantifier' && element.min > 0 ? element.element : element;
    return inner.type === 'Group' && inner.alternatives.every((each) => isAnchored(each, edge));
  }
  return false;
}

/** Every node of the tree below `node`, in the order of the source. */
export function* descendants(node: AST.Node): Generator<AST.Node> {
  yield node;
  if ('alternatives' in node) for (const each of node.alternatives) yield* descendants(each);
  else if (node.type === 'Alternative') {
    for (const element of node.elements) yield* descendants(element);
  } else if (node.type === 'Quantifier') yield* descendants(node.element);
}

/** A `.` that stands for one character: in an origin, mostly a dot whose backslash is missing. */
export function isLoneDot(node: AST.Node): boolean {
  return node.raw === '.' && node.type === 'Set' && node.parent?.type === 'Alternative';
}

/**
 * The alternatives of a whole expression, also where a group encloses them all: `(^a$|^b$)` has two.
 */
export function branchesOf({ alternatives }: AST.Pattern | AST.Group): readonly AST.Alternative[] {
  const [inner, ...rest] = alternatives.flatMap(({ elements }) => elements);
  if (alternatives.length > 1 || rest.length > 0) return alternatives;
  return inner?.type === 'Group' ? branchesOf(inner) : alternatives;
}

/** A repetition without end, or one so long that it makes no difference. */
export function isUnbounded(node: AST.Node): node is AST.Quantifier {
  return node.type === 'Quantifier' && node.max >= 10;
}
