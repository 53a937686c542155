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
