/** A problem found in an expression, before it becomes a message. */
export interface Finding {
  readonly code: string;
  /** A warning unless given. */
  readonly severity?: 'error' | 'warning';
  /** What follows "Origin expression /…/": a whole clause. */
  readonly reason: string;
  readonly example?: string | undefined;
  readonly way?: string;
  readonly fixable?: boolean;
}
