import { show } from '../../errors/shown-value.ts';
import type { OriginFault, OriginFix } from '../origin-fault.ts';
import { proveFix } from './expression-fix.ts';
import type { Doubt } from './inspect-expression.ts';
import { inspectExpression } from './inspect-expression.ts';
import { showFix } from './string.ts';

// The sentence around each fault of an expression: "Origin expression … lets in …", example and way
// out.

/**
 * Every doubt about an expression, each with an origin that it lets in and its author surely did
 * not mean, where there is one. What it lets in is computed, not guessed; see docs/internals/cors-proof.md.
 */
export function lintExpression(expression: RegExp, where: string): OriginFault[] {
  const doubts = inspectExpression(expression);
  const fix = doubts.some(({ fixable }) => fixable) ? proveFix(expression) : undefined;
  return doubts.map((doubt) => faultOf(expression, where, doubt, fix));
}

function faultOf(
  expression: RegExp,
  where: string,
  { code, severity = 'warning', reason, example, way, fixable }: Doubt,
  fix: OriginFix | undefined,
): OriginFault {
  const letsInExample = example === undefined ? '' : ` lets in ${show(example)}`;
  const offered = fixable ? fix : undefined;
  const wayOut =
    offered !== undefined ? ` Use ${showFix(offered)}.` : way === undefined ? '' : ` ${way}.`;
  return {
    severity,
    code,
    where,
    value: show(expression),
    reason,
    message: `Origin expression ${show(expression)}${letsInExample}: ${reason}.${wayOut}`,
    ...(offered !== undefined && { fix: offered }),
    ...(example !== undefined && { example }),
  };
}
