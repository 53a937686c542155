import { kindOf, show } from '../errors/shown-value.ts';
import type { ExpressionCache } from './expression/expression-cache.ts';
import { askOriginFunction, type OriginFunction, OriginFunctionError } from './origin-function.ts';
import { type CompiledOrigin, compileOrigin, findElement } from './origin-setting.ts';
import { isSerializedOrigin } from './serialized-origin.ts';

/** What a policy decides on one request's Origin header. */
export type Decision =
  /** CORS is off: no headers at all. */
  | { readonly kind: 'off' }
  /** Everyone may read: `*`. */
  | { readonly kind: 'any' }
  /** This origin may read, and is sent back. */
  | { readonly kind: 'allowed'; readonly origin: string }
  /** Nobody may read. Also the answer to a request without an Origin to send back. */
  | { readonly kind: 'refused' };

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
  cache: ExpressionCache,
): Decision | Promise<Decision> {
  return compiled.form === 'function'
    ? decideByFunction(compiled.ask, origin, cache)
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
  cache: ExpressionCache,
): Promise<Decision> {
  // What is not an origin is refused before the function, or a pattern it answers with, sees it.
  if (origin !== undefined && !isSerializedOrigin(origin)) return REFUSED;
  const answer = await askOriginFunction(ask, origin);
  if (answer === undefined || answer === null || answer === false) return REFUSED;
  const compiled = compileOrigin(answer, cache);
  if (compiled === undefined || compiled.form === 'function') {
    const reason = `it answered ${show(answer)}, ${kindOf(answer)}. Answer true, false, a string, a regular expression or an array of strings and regular expressions`;
    throw new OriginFunctionError(origin, new TypeError(reason));
  }
  const unusable =
    compiled.form === 'elements' ? compiled.expressions.find((each) => each.unusable) : undefined;
  if (unusable !== undefined) {
    const reason = `it answered ${show(unusable.source)}, which cannot be used: ${unusable.unusable}`;
    throw new OriginFunctionError(origin, new TypeError(reason));
  }
  return decideBySetting(compiled, origin);
}
