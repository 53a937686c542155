import { kindOf, show } from '../errors/shown-value.ts';
import { isSerializedOrigin } from './serialized-origin.ts';
import { isExpression, snapshot } from './snapshot.ts';

// Calls an origin function within a time limit, and reads its result.

/**
 * A result of an origin function: `true` allows the requesting origin; an origin or a list of
 * origins allows the requesting origin if it is among them; `"*"` allows everyone; `false`, `null`
 * and `undefined` refuse it.
 */
export type OriginDecision = boolean | string | readonly string[] | null | undefined;

/** Takes the result of an {@link OriginFunction}. Only the first call counts. */
export type OriginCallback = (error: unknown, decision?: OriginDecision) => void;

/**
 * Decides on an origin with your own logic. `origin` is the Origin header, already known to be
 * `null` or one serialized origin, or `undefined` if the request has none.
 *
 * A function that declares two or more parameters decides through the callback, or by returning
 * something other than `undefined`. Any other function decides by what it returns. In both cases,
 * the result may be a promise. `request` is the adapter's request: Node's `IncomingMessage`, or the
 * `Request` of `fetchCors`. An error, an exception, a rejection, any other result (even an
 * expression or a pattern), or no result within {@link ORIGIN_FUNCTION_TIMEOUT_MS} causes an {@link
 * OriginFunctionError}.
 */
export type OriginFunction =
  | ((origin: string | undefined, callback: OriginCallback, request: unknown) => void)
  | ((
      origin: string | undefined,
      callback: OriginCallback,
      request: unknown,
    ) => OriginDecision | PromiseLike<OriginDecision>);

/**
 * The time limit for an origin function, in milliseconds. It is longer than a slow lookup, but
 * shorter than users are willing to wait.
 */
export const ORIGIN_FUNCTION_TIMEOUT_MS = 5_000;

/**
 * An origin function failed, so it is unknown whether the origin is allowed, and nothing is
 * granted. Frameworks show messages and stack traces to clients, so only `cause` holds the
 * function's own error.
 */
export class OriginFunctionError extends Error {
  override readonly name = 'OriginFunctionError';

  /** @param cause what the function threw, or what is wrong with its result */
  constructor(origin: string | undefined, cause: unknown) {
    const asking = origin === undefined ? 'a request without Origin' : show(origin);
    super(`The origin function failed for ${asking}`, { cause });
  }
}

/**
 * Calls the function once. Rejects only with an {@link OriginFunctionError}.
 *
 * @returns the origins that it allows, `"*"` for everyone
 */
export async function askOriginFunction(
  ask: OriginFunction,
  origin: string | undefined,
  request: unknown,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<unknown>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it gave no answer within ${ORIGIN_FUNCTION_TIMEOUT_MS} ms`)),
      ORIGIN_FUNCTION_TIMEOUT_MS,
    );
    const callback: OriginCallback = (error, decision) =>
      error ? reject(error) : resolve(decision);
    // A throw inside this executor rejects the promise.
    const returned: unknown = ask(origin, callback, request);
    const answersByCallback = ask.length >= 2;
    // A promise is handled even after the callback was called, since an unhandled rejection would
    // end the process.
    Promise.resolve(returned).then((decision) => {
      if (decision !== undefined || !answersByCallback) resolve(decision);
    }, reject);
  });
  try {
    return originsOf(await answer, origin);
  } catch (cause) {
    throw new OriginFunctionError(origin, cause);
  } finally {
    clearTimeout(timer);
  }
}

function originsOf(answer: unknown, asking: string | undefined): readonly string[] {
  if (answer === undefined || answer === null || answer === false) return [];
  if (answer === true) return asking === undefined ? [] : [asking];
  return [snapshot(answer)].flat().map((element) => {
    if (typeof element === 'string' && (element === '*' || isSerializedOrigin(element))) {
      return element;
    }
    throw new TypeError(`it answered ${show(element)}, ${whyNoAnswer(element)}`);
  });
}

function whyNoAnswer(element: unknown): string {
  if (isExpression(element) || (typeof element === 'string' && element.includes('*'))) {
    const kind = isExpression(element) ? 'an expression' : 'a pattern';
    return `${kind}. Put it into the setting, or let the function return whether it matches`;
  }
  const what = typeof element === 'string' ? 'which is not an origin' : kindOf(element);
  return `${what}. Answer true, false, an origin such as "https://app.example.com", "*", or a list of origins`;
}
