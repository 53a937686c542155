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
   * Whom you trust although strangers may be among them: a shared domain such as `vercel.app` for
   * https names under it, in patterns and expressions; an origin such as `http://frontend:3000` for
   * itself; `private-networks` for the addresses of RFC 1918 and RFC 4193. Default: nobody.
   */
  readonly trust?: readonly string[];
}

/** The longest that any browser remembers a preflight's answer, in seconds: a day, in Firefox. */
export const MAX_AGE_LIMIT = 86_400;
