import { askOriginFunction } from './origin-function.ts';
import { type CompiledOrigin, findElement } from './origin-setting.ts';
import { isSerializedOrigin } from './serialized-origin.ts';

// Decides on the Origin header of a request: off, any, allowed or refused. The compiled setting
// (origin-setting.ts) or the origin function says which origins are allowed.

/** A policy's decision on a request's Origin header. */
export type Decision =
  /** CORS is off: no headers at all. */
  | { readonly kind: 'off' }
  /** Everyone may read: `*`. */
  | { readonly kind: 'any' }
  /** This origin may read, and is echoed in the response. */
  | { readonly kind: 'allowed'; readonly origin: string }
  /**
   * This origin is not allowed to read the answer, or the request has no Origin. `note` is for the
   * log: why an origin function's result grants nothing.
   */
  | { readonly kind: 'refused'; readonly note?: string };

const ANY: Decision = { kind: 'any' };
export const REFUSED: Decision = { kind: 'refused' };

/**
 * Decides on an Origin header; `undefined` means a request without one. Returns a promise only if
 * the setting is a function. Only that promise can fail, with an {@link OriginFunctionError}.
 *
 * @param whyRefused returns, in sentences, why an origin that a function allows is refused after
 * all; `undefined` if it is allowed
 * @param request the adapter's request, passed to the function
 */
export function decideOrigin(
  compiled: CompiledOrigin,
  origin: string | undefined,
  whyRefused: (origins: readonly string[]) => string | undefined,
  request: unknown,
): Decision | Promise<Decision> {
  switch (compiled.form) {
    case 'off':
      return { kind: 'off' };
    case 'function':
      // The function is not called with an invalid origin.
      if (origin !== undefined && !isSerializedOrigin(origin)) return Promise.resolve(REFUSED);
      return askOriginFunction(compiled.ask, origin, request).then((origins) => {
        const note = whyRefused(origins);
        if (note !== undefined) return { kind: 'refused', note };
        return origins.includes('*') ? ANY : allow(origin, (asking) => origins.includes(asking));
      });
    case 'reflect':
      return allow(origin, isSerializedOrigin);
    case 'elements':
      if (compiled.wildcard >= 0) return ANY;
      return allow(origin, (asking) => findElement(compiled, asking) >= 0);
  }
}

function allow(origin: string | undefined, isAllowed: (origin: string) => boolean): Decision {
  return origin !== undefined && isAllowed(origin) ? { kind: 'allowed', origin } : REFUSED;
}
