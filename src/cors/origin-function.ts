import { show } from '../errors/shown-value.ts';

// Asks an origin function: how long it may take, what it may answer.

/**
 * What a function may answer: `true` allows the origin that asks; a string, an expression or a list
 * allows it if it matches; `false`, `null` and `undefined` refuse it.
 */
export type OriginDecision =
  | boolean
  | string
  | RegExp
  | readonly (string | RegExp)[]
  | null
  | undefined;

/** Takes the answer of an {@link OriginFunction}. The first call counts; later ones are ignored. */
export type OriginCallback = (error: unknown, decision?: OriginDecision) => void;

/**
 * Decides on an origin with your own logic. `origin` is the Origin header, already known to be
 * `null` or one serialized origin, or `undefined` if the request has none.
 *
 * A function that declares two parameters or more answers through the callback, or by returning
 * something other than `undefined`; any other by what it returns. Both may be promises. `request`
 * is the request as the adapter has it: Node's `IncomingMessage`, or the `Request` of `fetchCors`. An error, a throw, a rejection, an answer of
 * another type, or none within {@link ORIGIN_FUNCTION_TIMEOUT_MS} is an {@link OriginFunctionError}.
 */
export type OriginFunction =
  | ((origin: string | undefined, callback: OriginCallback, request: unknown) => void)
  | ((
      origin: string | undefined,
      callback: OriginCallback,
      request: unknown,
    ) => OriginDecision | PromiseLike<OriginDecision>);

/** How long an origin function may take: longer than a slow look-up, shorter than a page's patience. */
export const ORIGIN_FUNCTION_TIMEOUT_MS = 5_000;

/**
 * An origin function failed, so nobody knows whether the origin is allowed, and nothing is granted.
 * Frameworks show messages and stacks to callers, so what the function said is in `cause` alone.
 */
export class OriginFunctionError extends Error {
  override readonly name = 'OriginFunctionError';

  /** @param cause what the function threw, or what is wrong with its answer */
  constructor(origin: string | undefined, cause: unknown) {
    const asking = origin === undefined ? 'a request without Origin' : show(origin);
    super(`The origin function failed for ${asking}`, { cause });
  }
}

/** Asks the function once. Rejects with an {@link OriginFunctionError}, and with nothing else. */
export async function askOriginFunction(
  ask: OriginFunction,
  origin: string | undefined,
  request: unknown,
): Promise<unknown> {
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
    // Handled even after the callback: an unhandled rejection would end the process.
    Promise.resolve(returned).then((decision) => {
      if (decision !== undefined || !answersByCallback) resolve(decision);
    }, reject);
  });
  try {
    return await answer;
  } catch (cause) {
    throw new OriginFunctionError(origin, cause);
  } finally {
    clearTimeout(timer);
  }
}
