import fc from 'fast-check';
import { matcherOf } from '../src/cors/automata/matcher.ts';
import { lintOptions, lintOrigin, parseOriginText } from '../src/cors/index.ts';
import { findOpenings } from '../src/cors/lint/openings.ts';
import { parseOriginPattern } from '../src/cors/origin-setting.ts';
import { ownedPart } from '../src/cors/public-suffix.ts';
import { isSerializedOrigin } from '../src/cors/serialized-origin.ts';
import {
  type Generalized,
  generalized,
  PATIENCE_MS,
  spells,
  strangersTo,
} from './generalized-origins.ts';
import { nativeVerdicts } from './native-verdict.ts';

// Checks the linter's conclusions about expressions (docs/internals/cors-proof.md).

/** Returns the linter's wrong conclusions about an expression that generalizes an origin. */
export function faultsOfLinter({ origin, expression }: Generalized): string[] {
  const faults = lintOrigin(expression);
  const wrong = faults
    .filter(({ code }) => code === 'regexp-never-matches')
    .map(() => `${expression} never matches, but ${origin}`);
  const options = { origin: expression, credentials: true };
  const isAccepted = lintOptions(options).every(({ severity }) => severity !== 'error');
  if (isAccepted && findOpenings(expression, []).some(({ isStranger }) => isStranger))
    wrong.push(`${expression} is accepted with credentials, though a stranger gets in`);
  const strangers = strangersTo(origin).filter(isSerializedOrigin);
  const verdicts = isAccepted ? nativeVerdicts(expression, strangers, PATIENCE_MS) : [];
  for (const stranger of strangers.filter((_, place) => verdicts[place] === true)) {
    if (!spells(expression, stranger))
      wrong.push(`${expression} lets in ${stranger} with credentials`);
  }
  const fix = faults.find((fault) => fault.fix !== undefined)?.fix;
  if (fix === undefined || typeof fix === 'boolean') return wrong;
  const fixes = [fix].flat();
  for (const own of [origin, ...relativesOf(origin, expression)]) {
    if (!fixes.some((each) => allows(each, own)))
      wrong.push(`${fixes} locks out ${own}, of ${expression}`);
  }
  for (const stranger of strangers.filter((each) => fixes.some((one) => allows(one, each)))) {
    wrong.push(`${fixes} lets in ${stranger}, of ${expression}`);
  }
  return wrong;
}

/**
 * Returns further origins of the same owner that the expression matches in full, with its unescaped
 * dots read as literal dots.
 */
function relativesOf(origin: string, { source, flags }: RegExp): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const dotted = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\.(?![*+?{])/g, (part) =>
    part === '.' ? '\\.' : part,
  );
  const held = new RegExp(`^(?:${dotted})$`, flags);
  const names = ['app', 'x--site', 'my-app', 'app.my-app', 'appstaging', 'app-www', 'x'];
  // Somebody who allows localhost rarely means its subdomains.
  const origins = (hostname === 'localhost' ? [] : names).map(
    (name) => `${protocol}//${name}.${ownedPart(hostname)}${port && `:${port}`}`,
  );
  const verdicts = nativeVerdicts(held, origins, PATIENCE_MS);
  return origins.filter((_, place) => verdicts[place] === true);
}

function allows(fix: string, origin: string): boolean {
  const pattern = parseOriginPattern(fix)?.expression;
  const written = fix.startsWith('/') ? parseOriginText(fix) : undefined;
  const expression = written !== undefined && 'setting' in written ? written.setting : pattern;
  return expression instanceof RegExp ? matcherOf(expression).matches(origin) : fix === origin;
}

/** Tries expressions that generalize origins, and returns the linter's wrong conclusions. */
export function tryGeneralized(runs: number, seed: number): string[] {
  return fc.sample(generalized, { numRuns: runs, seed }).flatMap(faultsOfLinter);
}
