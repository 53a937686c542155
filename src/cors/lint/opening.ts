// The ways into an element of a setting for somebody whom it does not name.

/** How somebody gets in whom an element does not name. */
export type OpeningKind =
  | 'everyone'
  /** It is too large to be computed, or depends on a look-around. */
  | 'not-computed'
  /** It is open, and no example shows how. */
  | 'not-proved'
  /** By a name under a domain where anybody can get one. */
  | 'suffix'
  /** By what an expression leaves open: at its start or end, by a set or a repetition, or by a dot. */
  | 'start'
  | 'end'
  | 'part'
  | 'dot'
  | 'address'
  | 'scheme'
  | 'plain-http'
  | 'null';

/** A way in for somebody whom an element does not name. */
export interface Opening {
  readonly kind: OpeningKind;
  /** Whether a stranger gets in by it, so that the element is not closed. */
  readonly isStranger: boolean;
  /** An origin that gets in. */
  readonly example?: string | undefined;
  /** The domain under which anybody can get a name. */
  readonly suffix?: string | undefined;
  /** What `trust` would have to name; empty if it cannot. */
  readonly lift?: readonly string[];
  /** Whether that takes https alone, as trust in a domain covers no plain http. */
  readonly needsHttps?: boolean;
  /** Whether it gets in by a start that nothing holds. */
  readonly needsStart?: boolean;
}
