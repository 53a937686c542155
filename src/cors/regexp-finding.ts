/** A doubt about an expression, before it is told. */
export interface Finding {
  readonly code: string;
  /** What follows "Origin pattern /…/": a whole clause. */
  readonly reason: string;
  readonly example?: string | undefined;
  readonly way?: string;
  readonly mendable?: boolean;
}
