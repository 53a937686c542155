import type * as AST from '../expression/syntax.ts';
import { isAnchored } from '../expression/tree.ts';
import type { Language } from '../language/language.ts';
import { isLoopback } from '../private-host.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import type { Finding } from './finding.ts';
import { letsIn, strangerThrough, throughEdge } from './witness.ts';

const EDGES = [
  { edge: 'start', code: 'regexp-not-anchored-start', sign: '^' },
  { edge: 'end', code: 'regexp-not-anchored-end', sign: '$' },
] as const;

type EdgeOfText = (typeof EDGES)[number];

/** Ends of an expression that nothing holds, so that more gets in than it says. */
export function inspectAnchors(
  expression: RegExp,
  alternatives: readonly AST.Alternative[],
  language: Language,
): Finding[] {
  return EDGES.flatMap((each) => {
    const example = findThrough(expression, language, each);
    if (example === undefined) return [];
    const open = alternatives.filter((alternative) => !isAnchored(alternative, each.edge));
    const [first] = open;
    if (first === undefined || open.length === alternatives.length) {
      const reason = `it is not anchored at its ${each.edge} with ${each.sign}`;
      return [{ code: each.code, reason, example, fixable: true }];
    }
    const reason = `its alternative ${first.raw} is not anchored with ${each.sign}, which belongs to one alternative only`;
    return [{ code: 'regexp-branch-not-anchored', reason, example, fixable: true }];
  });
}

/** An origin that gets in only because an end is open: a stranger's, or else the most telling. */
function findThrough(
  expression: RegExp,
  language: Language,
  { edge, sign }: EdgeOfText,
): string | undefined {
  const strangers = language.open.filter((open) => open.edge.origin === edge);
  const stranger = strangerThrough(expression, language, strangers);
  if (stranger !== undefined) return stranger;
  const { source, flags } = expression;
  const body = sign === '^' ? `^(?:${source})` : `(?:${source})$`;
  const anchored = new RegExp(body, flags);
  const candidates = language.graph.nodes
    .flatMap(({ edges }) => edges.filter(({ origin }) => origin === edge))
    .slice(0, MOST_TRIED)
    .flatMap((each) => throughEdge(language, each).slice(0, 2));
  const found = candidates.filter((text) => letsIn(expression, text) && !letsIn(anchored, text));
  return found
    .toSorted((a, b) => oddity(b) - oddity(a))
    .find((text) => edge === 'end' || oddity(text) > 0);
}

/** Edges that are tried. The rest of them say the same. */
const MOST_TRIED = 300;

/** How plainly nobody meant to let an origin in. */
function oddity(origin: string): number {
  const { scheme = '', host = '' } = parseSerializedOrigin(origin) ?? {};
  if (scheme === 'https') return 0;
  if (scheme !== 'http') return 1;
  return isLoopback(host) ? 0 : 2;
}
