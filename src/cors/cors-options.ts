import type { OriginSetting } from './origin-setting.ts';

// The types of the `cors` options with what editors say of them, and the largest max age.

/** The cross-origin rules of a service. */
export interface CorsOptions {
  /** Which origins may read the answers. */
  readonly origin: OriginSetting;
  /**
   * Whether pages may send cookies and read what comes back. Off by default. With it, `origin` must
   * not let in everyone, `"null"`, a look-alike, names that anybody can have, or plain http from
   * anywhere but the machine itself: all of these could then read what your users can.
   */
  readonly credentials?: boolean;
  /** The methods that pages may use. Default: GET and HEAD. `["*"]`: all, without credentials. */
  readonly methods?: readonly string[];
  /**
   * Request headers that pages may send. Default: whatever they ask for, if well formed. `"*"`
   * stands for all headers except Authorization, which must be listed as well.
   */
  readonly allowedHeaders?: readonly string[];
  /**
   * Response headers that scripts may read, besides the few they can always read. Default: none.
   * `"*"` stands for all headers, and cannot be combined with credentials.
   */
  readonly exposedHeaders?: readonly string[];
  /**
   * How long browsers may remember a preflight's answer: 0 to {@link MAX_AGE_LIMIT} seconds. −1
   * turns that off, as 0 does.
   */
  readonly maxAge?: number;
  /**
   * Lets `credentials` go with pages over plain http. Anybody on the network of such a page can put
   * a script into it, which then reads what your users can. Default: false.
   */
  readonly dangerouslyTrustPlainHttp?: boolean;
  /**
   * Lets `credentials`, and patterns, go with the names under a public suffix such as `github.io`.
   * Anybody can register one there, and then read what your users can. Default: false.
   */
  readonly dangerouslyTrustSharedSuffixes?: boolean;
}

/** The longest that any browser remembers a preflight's answer, in seconds: a day, in Firefox. */
export const MAX_AGE_LIMIT = 86_400;
