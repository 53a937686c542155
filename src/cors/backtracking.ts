import { createRequire } from 'node:module';
import type { AST } from '@eslint-community/regexpp';
import { descendants, isUnbounded } from './regexp-tree.ts';

// Ample for an expression anyone writes by hand; a longer search is given up without a verdict.
const CHECK_TIMEOUT_MS = 3_000;

// An Origin has at most 1,024 characters: their square is a matter of a millisecond, their cube of
// a second.
const WORST_DEGREE = 2;

/**
 * Whether a hostile Origin can keep an expression busy for seconds or for ever, as far as the
 * checker `recheck` can tell.
 */
export function isCatastrophic(pattern: RegExp, tree: AST.Pattern): boolean {
  // The checker takes a tenth of a second to load, and as long for an expression.
  if (isPlain(tree)) return false;
  const result = loadChecker().checkSync(pattern.source, pattern.flags, {
    timeout: CHECK_TIMEOUT_MS,
  });
  if (result.status !== 'vulnerable') return false;
  const { complexity } = result;
  return complexity.type === 'exponential' || complexity.degree > WORST_DEGREE;
}

/** Whether no text can be matched in many ways: at most one repetition, and that of a character. */
function isPlain(tree: AST.Pattern): boolean {
  const [repetition, ...others] = [...descendants(tree)].filter(isUnbounded);
  if (repetition === undefined) return true;
  return others.length === 0 && /^Character(?:Set|Class)?$/.test(repetition.element.type);
}

/**
 * The pure JavaScript build: the package's main module starts a thread or another program. Loaded
 * when first needed, and so with `require`, since a policy is created synchronously.
 */
function loadChecker(): Pick<typeof import('recheck'), 'checkSync'> {
  return createRequire(import.meta.url)('recheck/lib/browser.js');
}
