import type { OriginFix } from '../origin-fault.ts';
import type { OriginDifference } from './near-miss.ts';

// The type of an explanation: its reasons and fields, as `cors explain --json` prints them.

/** Why an origin is allowed, or refused. */
export type ExplanationReason =
  /** The setting is `"*"`, or has it in its list. */
  | 'wildcard'
  /** The setting is `true`. */
  | 'reflected'
  /** An element is that very string. */
  | 'listed'
  /** An expression matches. */
  | 'pattern'
  /** The setting is a function, and it allowed, refused, or failed. */
  | 'function-allowed'
  | 'function-refused'
  | 'function-failed'
  /** The setting is `false`. */
  | 'cors-off'
  /** The request has no Origin header. */
  | 'no-origin'
  /** The header is not one origin as browsers send it. */
  | 'not-an-origin'
  /** It is `null`, which names nobody, and no element allows it. */
  | 'null-origin'
  /** No element allows it. */
  | 'not-listed';

/** One element of a setting. */
export interface ExplainedElement {
  /** `origin`, or `origin[2]` in a list. */
  readonly where: string;
  /** As messages show it. */
  readonly value: string;
}

/** Why a policy answers an origin as it does. Plain data, fit for JSON. */
export interface Explanation {
  /** The origin asked about; `null` stands for a request without Origin, as in JSON. */
  readonly origin: string | null;
  /** Whether the answer carries Access-Control-Allow-Origin: production's decision. */
  readonly allowed: boolean;
  readonly reason: ExplanationReason;
  /** The element that allows it. */
  readonly by?: ExplainedElement;
  /** The element that comes nearest to allowing it, with an origin that it does allow. */
  readonly nearest?: ExplainedElement & {
    readonly origin: string;
    readonly differences: readonly OriginDifference[];
  };
  /** In one line, for a log. */
  readonly summary: string;
  /** For a person, including the fix. */
  readonly message: string;
  /** What Chromium's console shows to the page's developer; the URL asked for is left open: `…`. */
  readonly browserMessage?: string;
  /** The setting that would allow it as well, where that is wise. */
  readonly fix?: OriginFix;
}
