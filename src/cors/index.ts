// The exports of `food-lookup/cors`. Read on in this order: policy.ts (options → checked policy),
// origin-setting.ts (setting → whom it matches), decision.ts (Origin header → decision),
// response-headers.ts (decision → headers). Then language/language.ts (whom an expression lets in;
// host-suffixes.ts says whose names are open), lint/openings.ts (how strangers get in),
// lint/opening-faults.ts (warning or error), lint/lint-origin.ts (all faults, with fixes).

/**
 * The CORS policy engine: decides which origins may read a response, explains why, and reports what
 * is wrong with a setting. No I/O, no framework: usable on its own, as `food-lookup/cors`.
 */
// Imported first, since a bundle compresses better, by 1.5 kB, if this data does not split its
// code.
import './public-suffix-rules.ts';

export { answerCors, type CorsAnswer, type CorsRequest } from './answer.ts';
export type { Decision } from './decision.ts';
export { explainOrigin, explainRefusal } from './explain/explain-origin.ts';
export type { ExplainedElement, Explanation, ExplanationReason } from './explain/explanation.ts';
export type { OriginDifference } from './explain/near-miss.ts';
export { describeOrigin } from './lint/describe.ts';
export { lintOrigin } from './lint/lint-origin.ts';
export { lintOptions } from './lint/options.ts';
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
export { localNetworkNote } from './private-host.ts';
export { type CorsHeaders, DEFAULT_METHODS } from './response-headers.ts';
export { isSerializedOrigin, MAX_ORIGIN_LENGTH } from './serialized-origin.ts';
