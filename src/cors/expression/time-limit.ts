import type { Context, Script } from 'node:vm';

/** Whether an expression matches, or that it took too long to say. */
export type LimitedVerdict = boolean | 'timed-out';

/** Matches within a number of milliseconds. */
export type LimitedTest = (origin: string, timeoutMs: number) => LimitedVerdict;

/**
 * Matches an expression with JavaScript's own engine, and stops it when the time is up. Starting the
 * clock takes a fraction of a millisecond, so this is only for what RE2 cannot express. `undefined`
 * where the runtime has no way to stop an expression: only Node has.
 */
export function createLimitedTest(expression: RegExp): LimitedTest | undefined {
  const vm = isNode() ? process.getBuiltinModule('node:vm') : undefined;
  if (vm === undefined) return undefined;
  const own = new RegExp(expression.source, expression.flags);
  const context: Context = vm.createContext({
    matches(origin: string) {
      own.lastIndex = 0;
      return own.test(origin);
    },
    origin: '',
  });
  const script: Script = new vm.Script('matches(origin)');
  return (origin, timeoutMs) => {
    context.origin = origin;
    try {
      return script.runInContext(context, { timeout: timeoutMs }) === true;
    } catch (error) {
      if (isTimeout(error)) return 'timed-out';
      throw error;
    }
  };
}

/** Bun and Deno have the module, but not the time limit in all versions. */
function isNode(): boolean {
  return (
    typeof process !== 'undefined' &&
    process.versions?.node !== undefined &&
    process.versions.bun === undefined &&
    process.versions.deno === undefined
  );
}

/** Such an error comes from the other context, and its class is not this context's `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
