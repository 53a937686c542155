import type { AST } from '@eslint-community/regexpp';
import { show } from '../../errors/shown-value.ts';
import { descendants, isLoneDot } from '../expression/tree.ts';
import type { Finding } from './finding.ts';
import type { Branch, LookAlikes } from './look-alikes.ts';
import { lintString } from './string.ts';

/** An alternative that matches nothing a browser sends, though it matches something. */
export function inspectSense(branch: Branch, lookAlikes: LookAlikes): Finding[] {
  if (branch.intended !== undefined) return [];
  const nodes = [...descendants(branch.alternative)];
  // A dot may stand for a slash, which a way through the expression does not know.
  if (nodes.some(isLoneDot)) return [];
  const text = lookAlikes.unsendable(branch);
  if (text === undefined) return [];
  const fault =
    text === '*' ? EVERYONE : lintString(text, '').find(({ code }) => isSure(code, nodes));
  if (fault === undefined) return [];
  return [
    {
      code: 'regexp-never-matches',
      reason: `it requires ${show(text)}, which no browser sends: ${REASONS[fault.code] ?? fault.reason}`,
    },
  ];
}

const EVERYONE = {
  code: 'wildcard',
  reason: '"*" means everyone in a setting, and no browser sends it as an origin',
};

/** Reasons for a string in a setting, reworded for an expression. */
const REASONS: Readonly<Record<string, string>> = {
  glob: 'no host name contains "*" or a brace. Write [\\w.-]+ for any subdomain',
  'list-in-string': 'it sends one origin, never several. Write | between alternatives',
};

function isSure(code: string, nodes: readonly AST.Node[]): boolean {
  // A condition may forbid the letters that were chosen, and so leave a name empty.
  if (code === 'empty-label') return !nodes.some(isCondition);
  return UNSENDABLE.has(code);
}

/** Whether it is more than an edge: a look ahead or behind, a word boundary, a back-reference. */
function isCondition(node: AST.Node): boolean {
  if (node.type === 'Assertion') return node.kind !== 'start' && node.kind !== 'end';
  return node.type === 'Backreference';
}

// Faults that a way through an expression shows beyond doubt. Others, such as a port out of range,
// may come from the letters that were chosen for it.
const UNSENDABLE: ReadonlySet<string> = new Set([
  'bad-host-character',
  'control-character',
  'default-port',
  'empty',
  'empty-port',
  'file-scheme',
  'fragment',
  'glob',
  'list-in-string',
  'no-scheme',
  'opaque-scheme',
  'path',
  'placeholder',
  'port-leading-zero',
  'query',
  'quoted',
  'trailing-slash',
  'unicode-host',
  'upper-case',
  'user-info',
  'websocket-scheme',
  'whitespace',
]);
