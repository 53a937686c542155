// The exports of `food-lookup/cors`. How a setting becomes a decision:
//
// 1. origin-text.ts reads the text of a flag or variable. A setting in code skips this.
// 2. policy.ts copies the options (snapshot.ts), and rejects them if lint/options.ts finds an error.
// 3. origin-setting.ts compiles `origin`: exact origins, patterns, expressions.
// 4. For each request, decision.ts looks up the Origin header in the result, or asks the origin
//    function (origin-function.ts).
// 5. response-headers.ts writes the headers, and answer.ts detects preflights. node.ts and fetch.ts do
//    all this for a server.
//
// How lint/ checks an `origin`: automata/allowed-origins.ts computes which origins an expression
// lets in (host-suffixes.ts: which domains are open). lint/openings.ts finds how strangers get in,
// and lint/opening-faults.ts turns this into warnings and errors. lint/lint-origin.ts adds all
// other faults and the fixes. explain/ says why an origin was allowed or refused.

/**
 * The CORS policy engine: decides which origins may read a response, explains why, and reports what
 * is wrong with a setting. No I/O, no framework: usable on its own, as `food-lookup/cors`.
 */
// The public suffix rules are imported first, since a bundle compresses better (by 1.5 kB) if data
// is not in the middle of the code.
import './public-suffix-rules.ts';

export { answerCors, type CorsAnswer, type CorsRequest } from './answer.ts';
export type { Decision } from './decision.ts';
export { explainOrigin, explainRefusal } from './explain/explain-origin.ts';
export type { ExplainedElement, Explanation, ExplanationReason } from './explain/explanation.ts';
export type { OriginDifference } from './explain/near-miss.ts';
export { describeOrigin } from './lint/describe.ts';
export { lintOptions, lintOrigin } from './lint/options.ts';
export { localNetworkNote } from './local-network.ts';
export { CorsConfigurationError, type OriginFault, type OriginFix } from './origin-fault.ts';
export {
  ORIGIN_FUNCTION_TIMEOUT_MS,
  type OriginCallback,
  type OriginDecision,
  type OriginFunction,
  OriginFunctionError,
} from './origin-function.ts';
export { type CorsOptions, MAX_AGE_LIMIT, type OriginSetting } from './origin-setting.ts';
export { type ParsedOriginText, parseOriginText } from './origin-text.ts';
export { type CorsPolicy, createCorsPolicy } from './policy.ts';
export { type CorsHeaders, DEFAULT_METHODS } from './response-headers.ts';
export { isSerializedOrigin, MAX_ORIGIN_LENGTH } from './serialized-origin.ts';
