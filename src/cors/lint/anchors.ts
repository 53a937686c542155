import type { AST } from '@eslint-community/regexpp';
import { type Edge, isAnchored } from '../expression/tree.ts';
import type { Finding } from './finding.ts';
import type { Branch, LookAlikes } from './look-alikes.ts';
import { sample } from './sample.ts';
import { createTrial } from './trial.ts';

/** What the expression was tried with. */
interface Tried {
  readonly branches: readonly Branch[];
  readonly lookAlikes: LookAlikes;
}

/**
 * Alternatives with an open end through which somebody else gets in. One that is kept shut by other
 * means, as by a look-ahead, is none; where nothing was tried, every open end counts.
 */
export function inspectAnchors(
  pattern: RegExp,
  alternatives: readonly AST.Alternative[],
  tried?: Tried,
): Finding[] {
  return EDGES.flatMap((each) => {
    const open = alternatives
      .filter((alternative) => !isAnchored(alternative, each.edge))
      .map((alternative) => ({
        alternative,
        strangers: tried && strangersAt(each.edge, pattern, alternative, tried),
      }))
      .filter(({ strangers }) => strangers === undefined || strangers.length > 0);
    const [first] = open;
    if (first === undefined) return [];
    const example = open
      .flatMap(({ alternative, strangers = [] }) => {
        const shut = createTrial(anchor(pattern, alternative, each));
        return strangers.find((origin) => !shut.matches(origin)) ?? [];
      })
      .at(0);
    const some = open.length < alternatives.length;
    return [
      {
        code: some ? 'regexp-branch-not-anchored' : each.code,
        reason: some
          ? `its alternative ${first.alternative.raw} is not anchored with ${each.sign}, which belongs to one alternative only`
          : `it is not anchored at its ${each.edge} with ${each.sign}`,
        example,
        fixable: true,
      },
    ];
  });
}

interface OpenEdge {
  readonly edge: Edge;
  readonly code: string;
  readonly sign: string;
}

const EDGES: readonly OpenEdge[] = [
  { edge: 'start', code: 'regexp-not-anchored-start', sign: '^' },
  { edge: 'end', code: 'regexp-not-anchored-end', sign: '$' },
];

/** Origins of somebody else's that get in, the likeliest first. */
function strangersAt(
  edge: Edge,
  { flags }: RegExp,
  alternative: AST.Alternative,
  { branches, lookAlikes }: Tried,
): readonly string[] {
  const branch = branches.find((each) => each.alternative === alternative);
  if (branch?.intended === undefined) return [];
  const [picks = new Map()] = branch.ways;
  const tail = sample(alternative, flags, { picks }).literalTail;
  return edge === 'start'
    ? lookAlikes.beforeStart(branch, tail)
    : lookAlikes.afterEnd(branch, tail);
}

/** The expression with one alternative anchored: an origin that this still lets in is not an example. */
function anchor(
  { source, flags }: RegExp,
  { start, end }: AST.Alternative,
  { edge, sign }: OpenEdge,
): RegExp {
  const place = edge === 'start' ? start : end;
  return new RegExp(`${source.slice(0, place)}${sign}${source.slice(place)}`, flags);
}
