import { parseExpression } from '../expression/parse.ts';
import type * as AST from '../expression/syntax.ts';
import { branchesOf, isAnchored } from '../expression/tree.ts';
import { DOT } from '../language/characters.ts';
import { type Language, languageOf } from '../language/language.ts';
import type { OpenHost } from '../language/tails.ts';
import { isLoopback } from '../private-host.ts';
import { isOpenToAll } from '../public-suffix.ts';
import { parseSerializedOrigin } from '../serialized-origin.ts';
import { whyNever } from './never-matches.ts';
import { NULL_REASON } from './string.ts';
import { letsIn, strangerThrough, throughEdge } from './witness.ts';

// Faults of an expression and their words: unescaped dot, no anchor, everything, public suffix,
// flags.

/** A problem found in an expression, before it becomes a message. */
export interface Doubt {
  readonly code: string;
  /** A warning unless given. */
  readonly severity?: 'error' | 'warning';
  /** What follows "Origin expression /…/": a whole clause. */
  readonly reason: string;
  readonly example?: string | undefined;
  readonly way?: string;
  readonly fixable?: boolean;
}

/** Whether an expression lets in whoever asks. */
export function isForEveryone(expression: RegExp): boolean {
  return STRANGERS.every((origin) => letsIn(expression, origin));
}

/** Every doubt about an expression, before it has a fix. */
export function inspectExpression(expression: RegExp): Doubt[] {
  const flags = inspectFlags(expression.flags);
  if (isForEveryone(expression))
    return [{ ...MATCHES_EVERYTHING, example: STRANGERS[0] }, ...flags];
  const language = languageOf(expression);
  switch (language.kind) {
    case 'unusable':
      return [{ code: language.code, severity: 'error', reason: language.reason }, ...flags];
    case 'not-computed':
      return [EXPRESSION_NOT_PROVED, ...flags];
    case 'computed':
      return [...inspectMeaning(expression, language), ...flags, ...inspectNull(expression)];
  }
}

const EXPRESSION_NOT_PROVED: Doubt = {
  code: 'regexp-not-proved',
  reason: 'it is too large to compute what it lets in',
  way: 'Write several smaller ones, or list the origins',
};

const LOOK_AROUND_NOT_PROVED: Doubt = {
  code: 'regexp-not-proved',
  reason: 'what it lets in depends on a look-around, and is not computed',
  way: 'Write it without (?= and (?!, or list the origins',
};

function inspectMeaning(expression: RegExp, language: Language): Doubt[] {
  if (language.graph.start === undefined) {
    const way = 'Use false to allow nobody';
    return [{ code: 'regexp-never-matches', severity: 'error', way, ...whyNever(expression) }];
  }
  const alternatives = branchesOf(parseExpression(expression));
  const doubts = [
    ...inspectBranches(expression.flags, alternatives, language),
    ...inspectAnchors(expression, alternatives, language),
    ...inspectSuffixes(expression, language),
    ...inspectOpen(expression, language, /set|repeat/, TOUCHES_DOMAIN),
    ...inspectOpen(expression, language, /dot/, UNESCAPED_DOT),
    ...inspectAddresses(expression, language),
  ];
  const { isExact, open, addresses } = language;
  const isOpen = open.length > 0 || addresses.some(({ isNamed }) => !isNamed);
  return isExact || !isOpen || doubts.length > 0 ? doubts : [LOOK_AROUND_NOT_PROVED];
}

const STRANGERS = [
  'https://evil.test',
  'https://www.attacker.invalid',
  'https://a1-b2.co.uk',
  'https://xyz.com',
];

const MATCHES_EVERYTHING: Doubt = {
  code: 'regexp-matches-everything',
  reason: 'it matches every origin',
  way: 'If you mean that, use true or "*", which is easier to see',
};

const TOUCHES_DOMAIN: Doubt = {
  code: 'regexp-wildcard-touches-domain',
  reason: 'a part of it that matches more than one text reaches into the domain itself',
  fixable: true,
};

const UNESCAPED_DOT: Doubt = {
  code: 'regexp-unescaped-dot',
  reason: 'it has a dot that matches any character. Write \\. for a literal dot',
  fixable: true,
};

/** Alternatives that let in nobody, beside others that let in somebody. */
function inspectBranches(
  flags: string,
  alternatives: readonly AST.Alternative[],
  { graph }: Language,
): Doubt[] {
  if (alternatives.length < 2) return [];
  const living = new Set(graph.nodes.flatMap(({ edges }) => edges.map(({ branch }) => branch)));
  return alternatives.flatMap(({ raw, elements }, branch) => {
    // One without letters of its own, such as (?=…), leaves no trace.
    const hasLetters = elements.some(({ type }) => type !== 'Assertion');
    if (living.has(branch) || !hasLetters) return [];
    const { reason, ...rest } = whyNever(new RegExp(raw, flags));
    const whole = `its alternative ${raw} never matches: ${reason}`;
    return [{ code: 'regexp-never-matches', reason: whole, ...rest }];
  });
}

/** Names under a domain where anybody can have one. */
function inspectSuffixes(expression: RegExp, language: Language): Doubt[] {
  const open = language.open.filter((each) => sharedSuffix(each) !== undefined);
  const [first] = open;
  const example = strangerThrough(expression, language, open);
  if (first === undefined || example === undefined) return [];
  return [
    {
      code: 'regexp-public-suffix',
      reason: `anybody can get a name under ${sharedSuffix(first)}`,
      example,
      way: 'List the origins of your own pages',
    },
  ];
}

/** The domain under which a name is left open, where anybody can have one. */
export function sharedSuffix({ tail, edge }: OpenHost): string | undefined {
  const name = tail.replace(/^\.|\.$/g, '');
  // The dot may be part of what repeats: ([a-z]+\.)+github\.io
  const isWhole = tail.startsWith('.') || (edge.provenance === 'repeat' && edge.set === DOT);
  return isWhole && isOpenToAll(name) ? name : undefined;
}

function inspectOpen(
  expression: RegExp,
  language: Language,
  provenance: RegExp,
  doubt: Doubt,
): Doubt[] {
  const open = language.open.filter(
    (each) => provenance.test(each.edge.provenance) && sharedSuffix(each) === undefined,
  );
  const example = strangerThrough(expression, language, open);
  return example === undefined ? [] : [{ ...doubt, example }];
}

/** Addresses that are neither spelled out nor of a private network. */
function inspectAddresses(expression: RegExp, { addresses, open }: Language): Doubt[] {
  // A domain that is open says the same, and says it better.
  const example = addresses.find(({ isNamed }) => !isNamed)?.example;
  if (example === undefined || open.length > 0 || !letsIn(expression, example)) return [];
  return [{ ...TOUCHES_DOMAIN, reason: "it matches addresses that are anybody's", example }];
}

function inspectNull(expression: RegExp): Doubt[] {
  if (!letsIn(expression, 'null')) return [];
  return [{ code: 'null-origin', reason: `it matches null: ${NULL_REASON}`, example: 'null' }];
}

function inspectFlags(flags: string): Doubt[] {
  const reasons: readonly [string, string][] = [
    ['g', 'its flag g would carry a position from one request to the next, and is ignored'],
    ['y', 'its flag y anchors it at the start, for which ^ is clearer'],
    ['m', 'its flag m lets ^ and $ match at line breaks, which no origin has'],
  ];
  return reasons
    .filter(([flag]) => flags.includes(flag))
    .map(([flag, reason]) => ({
      code: `regexp-flag-${flag}`,
      reason,
      way: `Remove the flag ${flag}`,
    }));
}

const OPEN_EDGES = [
  { edge: 'start', code: 'regexp-not-anchored-start', sign: '^' },
  { edge: 'end', code: 'regexp-not-anchored-end', sign: '$' },
] as const;

type EdgeOfText = (typeof OPEN_EDGES)[number];

/** Ends of an expression that nothing holds, so that more gets in than it says. */
function inspectAnchors(
  expression: RegExp,
  alternatives: readonly AST.Alternative[],
  language: Language,
): Doubt[] {
  return OPEN_EDGES.flatMap((each) => {
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
  const strangers = language.open.filter((open) => open.edge.provenance === edge);
  const stranger = strangerThrough(expression, language, strangers);
  if (stranger !== undefined) return stranger;
  const { source, flags } = expression;
  const body = sign === '^' ? `^(?:${source})` : `(?:${source})$`;
  const anchored = new RegExp(body, flags);
  const candidates = language.graph.nodes
    .flatMap(({ edges }) => edges.filter(({ provenance }) => provenance === edge))
    .slice(0, MOST_TRIED_EDGES)
    .flatMap((each) => throughEdge(language, each).slice(0, 2));
  const found = candidates.filter((text) => letsIn(expression, text) && !letsIn(anchored, text));
  return found
    .toSorted((a, b) => oddity(b) - oddity(a))
    .find((text) => edge === 'end' || oddity(text) > 0);
}

/** Edges that are tried. The rest of them say the same. */
const MOST_TRIED_EDGES = 50;

/** How plainly nobody meant to let an origin in. */
function oddity(origin: string): number {
  const { scheme = '', host = '' } = parseSerializedOrigin(origin) ?? {};
  if (scheme === 'https') return 0;
  if (scheme !== 'http') return 1;
  return isLoopback(host) ? 0 : 2;
}
