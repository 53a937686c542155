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
  stage ??= createStage();
  if (stage === undefined) return undefined;
  const { context, script } = stage;
  const own = new RegExp(expression.source, expression.flags);
  const matches = (origin: string) => {
    own.lastIndex = 0;
    return own.test(origin);
  };
  return (origin, timeoutMs) => {
    Object.assign(context, { matches, origin });
    try {
      return script.runInContext(context, { timeout: timeoutMs }) === true;
    } catch (error) {
      if (isTimeout(error)) return 'timed-out';
      throw error;
    }
  };
}

/** Where all expressions run, one at a time: to make a context takes milliseconds. */
interface Stage {
  readonly context: Context;
  readonly script: Script;
}

let stage: Stage | undefined;

function createStage(): Stage | undefined {
  if (!isNode()) return undefined;
  const vm = process.getBuiltinModule('node:vm');
  return { context: vm.createContext({}), script: new vm.Script('matches(origin)') };
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
