import { kindOf, show } from '../errors/shown-value.ts';
import { NoAutomaton } from './language/build-automaton.ts';
import { askOriginFunction, type OriginFunction, OriginFunctionError } from './origin-function.ts';
import { type CompiledOrigin, compileOrigin, findElement, snapshot } from './origin-setting.ts';
import { isSerializedOrigin } from './serialized-origin.ts';

// How an Origin is judged (off, any, allowed, refused), and the error where an origin function
// answers something else.

/** What a policy decides on one request's Origin header. */
export type Decision =
  /** CORS is off: no headers at all. */
  | { readonly kind: 'off' }
  /** Everyone may read: `*`. */
  | { readonly kind: 'any' }
  /** This origin may read, and is sent back. */
  | { readonly kind: 'allowed'; readonly origin: string }
  /**
   * Nobody may read. Also the answer to a request without an Origin to send back. `note` is for the
   * log: why an origin function did not get its way.
   */
  | { readonly kind: 'refused'; readonly note?: string };

/**
 * Why what an origin function has answered grants nothing, as sentences; `undefined` if it may grant.
 *
 * @param answer a copy of it: `true`, a string, an expression or a list
 */
export type FunctionGuard = (answer: unknown, asking: string | undefined) => string | undefined;

/** What a decision depends on, besides the setting and the origin. */
export interface DecisionContext {
  readonly guard: FunctionGuard;
  /** The request, as the adapter has it, for an origin function. */
  readonly request?: unknown;
}

const OFF: Decision = { kind: 'off' };
const ANY: Decision = { kind: 'any' };
const REFUSED: Decision = { kind: 'refused' };

/**
 * Decides on an Origin header; `undefined` means a request without one. Returns a promise only if
 * the setting is a function. Only the promise can fail, with an {@link OriginFunctionError}.
 */
export function decideOrigin(
  compiled: CompiledOrigin,
  origin: string | undefined,
  context: DecisionContext,
): Decision | Promise<Decision> {
  return compiled.form === 'function'
    ? decideByFunction(compiled.ask, origin, context)
    : decideBySetting(compiled, origin);
}

type PlainOrigin = Exclude<CompiledOrigin, { form: 'function' }>;

function decideBySetting(compiled: PlainOrigin, origin: string | undefined): Decision {
  switch (compiled.form) {
    case 'off':
      return OFF;
    case 'reflect':
      return origin !== undefined && isSerializedOrigin(origin)
        ? { kind: 'allowed', origin }
        : REFUSED;
    case 'elements':
      if (compiled.wildcard >= 0) return ANY;
      return origin !== undefined && findElement(compiled, origin) >= 0
        ? { kind: 'allowed', origin }
        : REFUSED;
  }
}

async function decideByFunction(
  ask: OriginFunction,
  origin: string | undefined,
  { guard, request }: DecisionContext,
): Promise<Decision> {
  // What is not an origin is refused before the function, or a pattern it answers with, sees it.
  if (origin !== undefined && !isSerializedOrigin(origin)) return REFUSED;
  const answer = copyAnswer(await askOriginFunction(ask, origin, request), origin);
  if (answer === undefined || answer === null || answer === false) return REFUSED;
  // Judged first, since what is too large to be judged is not worth preparing.
  const note = guard(answer, origin);
  return note === undefined ? decideByAnswer(answer, origin) : { kind: 'refused', note };
}

/** An answer may change whenever it is read: what is judged must be what decides. */
function copyAnswer(answer: unknown, origin: string | undefined): unknown {
  try {
    return snapshot(answer);
  } catch (cause) {
    throw new OriginFunctionError(origin, cause);
  }
}

function decideByAnswer(answer: unknown, origin: string | undefined): Decision {
  let fault = `${kindOf(answer)}. Answer a boolean, a string, a regular expression or a list of these`;
  try {
    const compiled = compileOrigin(answer, true);
    if (compiled !== undefined && compiled.form !== 'function') {
      return decideBySetting(compiled, origin);
    }
  } catch (error) {
    if (!(error instanceof NoAutomaton)) throw error;
    fault = `which cannot be used: ${error.message}`;
  }
  throw new OriginFunctionError(origin, new TypeError(`it answered ${show(answer)}, ${fault}`));
}
