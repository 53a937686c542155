import { kindOf, show } from '../errors/shown-value.ts';
import { isExpression } from './snapshot.ts';

// The type of a fault of `cors` options: code, severity, fix; the sentence "Cannot use maxAge …".

/**
 * A value to set instead, as plain data. An expression is the text `/…/flags`, as in `--origin` and
 * `CORS_ORIGIN`; in code it has no quotes, which is how messages show it.
 */
export type OriginFix = string | boolean | readonly string[];

/** Something wrong, or doubtful, in a CORS setting. */
export interface OriginFault {
  /** An `error` keeps a policy from being created; a `warning` does not. */
  readonly severity: 'error' | 'warning';
  /** What kind of fault, in kebab case. Stable: scripts may rely on it. */
  readonly code: string;
  /** The place in the options: `origin`, `origin[2]`, `maxAge`. */
  readonly where: string;
  /** The value found there, as the message shows it. */
  readonly value: string;
  /** What is wrong, as a clause. */
  readonly reason: string;
  /** The value, what is wrong with it and how to fix it, for a person. */
  readonly message: string;
  /** What to set instead, if that is clear. */
  readonly fix?: OriginFix;
  /** For an expression that lets in too much: an origin it lets in, as an example. */
  readonly example?: string;
}

/** The CORS options cannot be used. The message lists every fault, one per line. */
export class CorsConfigurationError extends Error {
  override readonly name = 'CorsConfigurationError';
  /** Every error found, in the order of the options. */
  readonly faults: readonly OriginFault[];

  constructor(faults: readonly OriginFault[]) {
    super(faults.map(({ message }) => message).join('\n'));
    this.faults = faults;
  }
}

/** A fault of an option other than `origin`. */
export function optionFault(
  code: string,
  where: string,
  value: unknown,
  reason: string,
): OriginFault {
  const given =
    typeof value === 'object' && value !== null && !isExpression(value)
      ? kindOf(value)
      : show(value);
  const message = `Cannot use ${where} ${given}: ${reason}.`;
  return { severity: 'error', code, where, value: show(value), reason, message };
}
