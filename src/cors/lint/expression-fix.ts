import type { AST } from '@eslint-community/regexpp';
import { descendants, isAnchored, isLoneDot, isUnbounded } from '../expression/tree.ts';
import { ANY_PORT, ANY_SUBDOMAIN } from './glob.ts';
import type { Branch } from './look-alikes.ts';

/**
 * The expression that was probably meant: anchored, its dots escaped, its wildcards kept from
 * touching the domain. Only a proposal, which the caller checks like any other expression.
 */
export function proposeFix(pattern: RegExp, branches: readonly Branch[]): RegExp | undefined {
  const edits = branches.flatMap(({ alternative }) => editsOf(alternative));
  try {
    return new RegExp(apply(pattern.source, edits), pattern.flags.replace(/[gmy]/g, ''));
  } catch {
    return undefined;
  }
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editsOf(alternative: AST.Alternative): Edit[] {
  const { start, end, raw } = alternative;
  const edits: Edit[] = [];
  for (const node of descendants(alternative)) {
    const edge = edgeOf(node);
    if (edge !== undefined) edits.push({ start: node.start, end: node.end, text: edge });
    // What an assertion asks of the text around it is not part of that text.
    if (edge !== undefined || isWithinAssertion(node)) continue;
    if (isPortGlob(node, alternative)) {
      edits.push({ start: node.start, end: node.end, text: ANY_PORT });
    }
    if (isLoneDot(node)) edits.push({ start: node.start, end: node.end, text: '\\.' });
    if (!isUnbounded(node) || !/^Character(?:Set|Class)$/.test(node.element.type)) continue;
    const next = raw.slice(node.end - start);
    const [optionalDot = ''] = /^\\\.\?/.exec(next) ?? [];
    if (/^[a-z0-9]/i.test(next.slice(optionalDot.length))) {
      edits.push({ start: node.start, end: node.end + optionalDot.length, text: ANY_SUBDOMAIN });
    } else if (/^\$?$/.test(next) && /^\.[*+]/.test(node.raw) && !followsDot(alternative, node)) {
      edits.push({ start: node.start, end: node.end, text: ANY_PORT });
    }
  }
  const isEdge = (text: string) => edits.some((edit) => edit.text === text);
  if (!isAnchored(alternative, 'start') && !isEdge('^')) {
    edits.push({ start, end: start, text: beginning(raw) });
  }
  if (!isAnchored(alternative, 'end') && !isEdge('$'))
    edits.push({ start: end, end, text: ending(raw) });
  return edits;
}

/** The edge that a look-ahead or look-behind stands for: nothing follows, or nothing comes before. */
function edgeOf(node: AST.Node): string | undefined {
  if (/^\(\?(?:![.]|=\$)\)$/.test(node.raw)) return '$';
  return /^\(\?<(?:![.]|=\^)\)$/.test(node.raw) ? '^' : undefined;
}

/** `:*` at the end, which in an expression is any number of colons. */
function isPortGlob(node: AST.Node, { raw, start }: AST.Alternative): boolean {
  return /^:[*+]$/.test(node.raw) && /^\$?$/.test(raw.slice(node.end - start));
}

function isWithinAssertion({ parent }: AST.Node): boolean {
  if (!parent) return false;
  return parent.type === 'Assertion' || isWithinAssertion(parent);
}

/** Whether a top-level domain was left open, rather than a port. */
function followsDot({ raw, start }: AST.Alternative, node: AST.Node): boolean {
  return raw.slice(0, node.start - start).endsWith('.');
}

/** What to put before an alternative that begins anywhere. */
function beginning(raw: string): string {
  if (/^(?:localhost|\d)/.test(raw)) return '^https?:\\/\\/';
  if (/^:?\\?\//.test(raw)) return raw.startsWith(':') ? '^https?' : '^https?:';
  if (/^[(?:]*[a-z-]+\??:/i.test(raw)) return '^';
  if (/^\.[*+]/.test(raw)) return '^https:\\/\\/';
  return `^https:\\/\\/${/^\\?\./.test(raw) ? '[\\w.-]+' : ANY_SUBDOMAIN}`;
}

/** What to put after an alternative that ends anywhere. A machine of one's own has many ports. */
function ending(raw: string): string {
  if (/(?:localhost|127\\?\.0\\?\.0\\?\.1|\[::1\\?\])$/.test(raw)) return `${ANY_PORT}$`;
  return raw.endsWith(':') ? '\\d+$' : '$';
}

function apply(text: string, edits: readonly Edit[]): string {
  // From the back, so that positions before stay right.
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (done, { start, end, text: put }) => done.slice(0, start) + put + done.slice(end),
      text,
    );
}
