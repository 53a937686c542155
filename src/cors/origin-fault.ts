/**
 * A value to set instead, as plain data: an expression is text there, as `/…/flags`, in the notation
 * of `--origin` and `CORS_ORIGIN`. In code it has no quotes, as messages show it.
 */
export type OriginFix = string | boolean | readonly string[];

/** One thing that is wrong, or doubtful, in a CORS setting. */
export interface OriginFault {
  /** An `error` keeps a policy from being created; a `warning` does not. */
  readonly severity: 'error' | 'warning';
  /** What kind of fault, in kebab case. Stable: scripts may rely on it. */
  readonly code: string;
  /** The place in the options: `origin`, `origin[2]`, `maxAge`. */
  readonly where: string;
  /** The value found there, as the message shows it. */
  readonly value: string;
  /** What is wrong, as a clause of its own. */
  readonly reason: string;
  /** The value, what is wrong with it and how to fix it, for a person. */
  readonly message: string;
  /** What to set instead, where that is plain. */
  readonly fix?: OriginFix;
  /** For an expression that lets in too much: an origin it lets in, as an example. */
  readonly example?: string;
}
