import { types } from 'node:util';
import { createContext, Script } from 'node:vm';

/**
 * Our own copy of a regular expression, also of one from another realm: neither `compile()` nor a
 * `lastIndex` elsewhere reaches it, nor an overridden `test`.
 */
export function copyPattern(pattern: RegExp): RegExp {
  // The prototype's own getters, as a property of the object could hide them.
  const source: string = Reflect.get(RegExp.prototype, 'source', pattern);
  const flags: string = Reflect.get(RegExp.prototype, 'flags', pattern);
  return new RegExp(source, flags);
}

/**
 * Whether a pattern made by {@link copyPattern} matches. The flags `g` and `y` carry no position
 * from one call to the next; `y` still means "at the beginning", so that it lets in no more.
 */
export function matchesPattern(pattern: RegExp, origin: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(origin);
}

/** Any origin is matched in a thousandth of this, unless the expression runs wild. */
const MATCH_TIMEOUT_MS = 50;
/** A busy machine may stall for longer than that, but hardly twice in a row. */
const MATCH_ATTEMPTS = 2;

/**
 * {@link matchesPattern} for an expression that a hostile origin can keep busy for ever: when the
 * time is up, the origin does not match. Starting the clock takes a fraction of a millisecond, so
 * this is for such expressions only.
 */
export function createTimedMatcher(pattern: RegExp): (origin: string) => boolean {
  const context = createContext({
    matches: (origin: string) => matchesPattern(pattern, origin),
    origin: '',
  });
  const script = new Script('matches(origin)');
  return (origin) => {
    context.origin = origin;
    for (let attempt = 0; attempt < MATCH_ATTEMPTS; attempt++) {
      try {
        return script.runInContext(context, { timeout: MATCH_TIMEOUT_MS }) === true;
      } catch (error) {
        if (!isTimeout(error)) throw error;
      }
    }
    return false;
  };
}

/** Such an error is of the other context, and so of another class than ours. */
function isTimeout(error: unknown): boolean {
  return (
    types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
