import type { OriginFix } from '../origin-fault.ts';
import type { OriginDifference } from './near-miss.ts';

// Types of an explanation: its reasons and fields, as printed by `cors explain --json`.

/** Why an origin is allowed or refused. */
export type ExplanationReason =
  /** The setting is `"*"`, or a list containing it. */
  | 'wildcard'
  /** The setting is `true`. */
  | 'reflected'
  /** An element equals the origin. */
  | 'listed'
  /** A pattern or regular expression matches. */
  | 'pattern'
  /** The setting is a function, and it allowed, refused, or failed. */
  | 'function-allowed'
  | 'function-refused'
  | 'function-failed'
  /** The setting is `false`. */
  | 'cors-off'
  /** The request has no Origin header. */
  | 'no-origin'
  /** The header is not a single origin as browsers send it. */
  | 'not-an-origin'
  /** The origin is `null`, which identifies nobody, and no element allows it. */
  | 'null-origin'
  /** No element allows it. */
  | 'not-listed';

/** One element of a setting. */
export interface ExplainedElement {
  /** `origin`, or `origin[2]` in a list. */
  readonly where: string;
  /** The element as shown in messages. */
  readonly value: string;
}

/** An explanation of why a policy allows or refuses an origin. Plain data, serializable as JSON. */
export interface Explanation {
  /** The origin asked about; `null`, as in JSON, stands for a request without one. */
  readonly origin: string | null;
  /** Whether the response carries Access-Control-Allow-Origin: the decision made in production. */
  readonly allowed: boolean;
  readonly reason: ExplanationReason;
  /** The element that allows the origin. */
  readonly by?: ExplainedElement;
  /** The element that comes nearest to allowing the origin, with an origin that it does allow. */
  readonly nearest?: ExplainedElement & {
    readonly origin: string;
    readonly differences: readonly OriginDifference[];
  };
  /** One line for a log. */
  readonly summary: string;
  /** Full text for a person, including the fix. */
  readonly message: string;
  /** What Chromium's console shows to the page's developer, with `…` for the requested URL. */
  readonly browserMessage?: string;
  /** The setting that would allow this origin as well, if that is wise. */
  readonly fix?: OriginFix;
}
