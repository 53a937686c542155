import { checkHeader, refuseExtra } from '../../errors/check-arguments.ts';
import { show } from '../../errors/shown-value.ts';
import { messageOf } from '../../errors/user-error.ts';
import { type Decision, REFUSED } from '../decision.ts';
import { lintSetting } from '../lint/lint-origin.ts';
import { lintString } from '../lint/lint-string.ts';
import { repairOrigin } from '../lint/repair-origin.ts';
import { showFix } from '../origin-fault.ts';
import { OriginFunctionError } from '../origin-function.ts';
import { type CompiledElements, type CorsOptions, findElementUncached } from '../origin-setting.ts';
import { type CorsPolicy, createCorsPolicy, type PolicyOrigin, policyOrigin } from '../policy.ts';
import { isSerializedOrigin, MAX_ORIGIN_LENGTH } from '../serialized-origin.ts';
import type { ExplainedElement, Explanation, ExplanationReason } from './explanation.ts';
import { describeDifferences, findNearMiss, type OriginDifference } from './near-miss.ts';

// Explains why an origin is allowed or refused, how to fix that, and what Chromium's console shows.

/**
 * Explains what a policy with this setting decides on an Origin header; `undefined` means a request
 * without one. An origin function is called, as in production. The setting may be anything, since
 * it is checked first.
 *
 * @param trust the `trust` option
 * @throws CorsConfigurationError (as a rejection) if the setting is invalid
 */
export async function explainOrigin(
  setting: unknown,
  origin: string | undefined,
  trust?: unknown,
  ...extra: never[]
): Promise<Explanation> {
  const options: Readonly<Record<string, unknown>> = { origin: setting, trust };
  // createCorsPolicy checks the actual types.
  const given: Partial<CorsOptions> = options;
  return explainPolicy(createCorsPolicy({ origin: false, ...given }, ...extra), origin);
}

/**
 * Explains why a policy allows or refuses an origin. An origin function is called, as for a
 * request.
 */
export async function explainPolicy(
  policy: CorsPolicy,
  given: string | undefined,
): Promise<Explanation> {
  const origin = checkHeader(given);
  try {
    const decision = await policy.decide(origin);
    if (GRANTS.includes(decision.kind)) return explainGrant(policyOrigin(policy), origin, decision);
    if (decision.kind !== 'refused' || decision.note === undefined)
      return explainRefusal(policy, origin);
    const { note } = decision;
    const because = `${note[0]?.toLowerCase()}${note.slice(1).replace(/\.$/, '')}`;
    return explanation(origin, false, 'function-refused', because);
  } catch (error) {
    if (!(error instanceof OriginFunctionError)) throw error;
    // Error messages often end with a period.
    const because = `the origin function failed: ${messageOf(error.cause).replace(/\.$/, '')}`;
    const hint = 'The response is 500; the log says why.';
    return explanation(origin, false, 'function-failed', because, { hint });
  }
}

/** The kinds of decisions that let a page read. */
const GRANTS: readonly string[] = ['any', 'allowed'];

function explainGrant(
  { compiled, setting }: PolicyOrigin,
  origin: string | undefined,
  { kind }: Decision,
): Explanation {
  const grant = (reason: ExplanationReason, because: string, details?: Details) =>
    explanation(origin, true, reason, because, details);
  if (compiled.form === 'function') return grant('function-allowed', 'the origin function says so');
  if (compiled.form !== 'elements')
    return grant('reflected', 'origin is true, and allows everyone');
  if (kind === 'any') {
    const by = elementAt(setting, compiled.wildcard);
    return grant('wildcard', `${by.where} is "*", and allows everyone`, { by });
  }
  const by = elementAt(setting, origin === undefined ? -1 : findElementUncached(compiled, origin));
  const isListed = origin !== undefined && by.value === show(origin);
  const because = isListed ? `it is equal to ${by.where}` : `${by.where} ${by.value} matches it`;
  return grant(isListed ? 'listed' : 'pattern', because, { by });
}

function elementAt(setting: unknown, place: number): ExplainedElement {
  if (!Array.isArray(setting)) return { where: 'origin', value: show(setting) };
  return { where: `origin[${place}]`, value: show(setting[place]) };
}

/**
 * Explains why {@link CorsPolicy.decide} refused or allowed an origin. Does not call an origin
 * function again, but assumes that it refused the origin. May take a few milliseconds, so call it
 * only if somebody will read the result.
 */
export function explainRefusal(
  policy: CorsPolicy,
  given: string | undefined,
  ...extra: never[]
): Explanation {
  refuseExtra(extra);
  const asked = policyOrigin(policy);
  const { compiled } = asked;
  const origin = checkHeader(given);
  const decision = compiled.form === 'function' ? REFUSED : policy.decide(origin);
  if (!(decision instanceof Promise) && GRANTS.includes(decision.kind))
    return explainGrant(asked, origin, decision);
  const refuse = (reason: keyof typeof REFUSALS, details?: Details) => {
    const [because, hint] = REFUSALS[reason];
    return explanation(origin, false, reason, because, { ...details, hint });
  };
  if (compiled.form === 'off') return refuse('cors-off', additionOf(asked, origin));
  if (origin === undefined) return refuse('no-origin');
  if (!isSerializedOrigin(origin)) return explainMalformed(asked, origin);
  if (compiled.form !== 'elements') return refuse('function-refused');
  return origin === 'null' ? refuse('null-origin') : explainNotListed(compiled, asked, origin);
}

/** Reasons and remedies that do not depend on the origin. */
const REFUSALS = {
  'cors-off': [
    'origin is false, so CORS is off',
    'Set origin to the origins of the pages that may read the responses.',
  ],
  'no-origin': [
    'there is no origin to allow',
    'Browsers send one with cross-origin calls in mode cors.',
  ],
  'function-refused': ['the origin function says so', 'To allow it, return true.'],
  'null-origin': [
    'browsers send null for pages opened from a file or in a sandboxed frame, and after a redirect from another origin',
    'Serve the page over http, from localhost for instance, and allow the origin it then has. "null" itself could be anybody.',
  ],
} as const;

function explainMalformed({ compiled, setting }: PolicyOrigin, origin: string): Explanation {
  const [first] = lintString(origin, 'origin');
  const because = `it is not an origin as browsers send it: ${malformation(origin, first?.reason)}`;
  const refuse = (details: Details) =>
    explanation(origin, false, 'not-an-origin', because, details);
  const meant = origin.length > MAX_ORIGIN_LENGTH ? undefined : repairOrigin(origin);
  if (meant === undefined || compiled.form !== 'elements')
    return refuse({ hint: 'Send what a browser would.' });
  const place = findElementUncached(compiled, meant);
  const start = `A page there sends ${show(meant)}, which is`;
  if (place < 0) return refuse({ hint: `${start} refused too.` });
  const difference = DIFFERENCE_BY_CODE[first?.code ?? ''] ?? 'form';
  const nearest = { ...elementAt(setting, place), origin: meant, differences: [difference] };
  return refuse({ hint: `${start} allowed.`, nearest });
}

/** Maps the code of a fault to how the text differs from the origin. */
const DIFFERENCE_BY_CODE: Readonly<Record<string, OriginDifference>> = {
  'upper-case': 'case',
  'trailing-slash': 'trailing-slash',
};

function malformation(origin: string, reason = 'no page has it'): string {
  if (origin === '') return 'it is empty';
  if (origin === '*') return '"*" means everyone in a setting, and no browser sends it';
  return reason;
}

function explainNotListed(compiled: CompiledElements, asked: PolicyOrigin, origin: string) {
  const addition = additionOf(asked, origin);
  const refuse = (because: string, details: Details) =>
    explanation(origin, false, 'not-listed', because, details);
  const nearMiss = findNearMiss(compiled, origin);
  if (nearMiss === undefined) {
    const isEmpty = [asked.setting].flat().length === 0;
    const because = isEmpty
      ? 'the list of allowed origins is empty'
      : 'nothing in the setting allows it';
    return refuse(because, addition);
  }
  const { place, ...near } = nearMiss;
  const element = elementAt(asked.setting, place);
  const isSame = element.value === show(near.origin);
  const allowed = isSame
    ? `${element.where} is ${element.value}`
    : `${element.where} ${element.value} allows ${show(near.origin)}`;
  const because = `${describeDifferences(origin, nearMiss)} (${allowed})`;
  return refuse(because, { ...addition, nearest: { ...element, ...near } });
}

// The longest list that a message repeats just to add one origin.
const LONGEST_REPEATED = 5;

/**
 * Returns the setting with the origin added, or why it cannot be added. The result is empty if
 * adding it would not help, or the list is long.
 */
function additionOf({ setting, context }: PolicyOrigin, origin: string | undefined): Details {
  if (origin === undefined || origin === 'null' || !isSerializedOrigin(origin)) return {};
  const [error] = lintSetting(origin, context).filter(({ severity }) => severity === 'error');
  if (error !== undefined) return { hint: error.message };
  const elements: readonly unknown[] = setting === false ? [] : [setting].flat();
  if (elements.length > LONGEST_REPEATED) return {};
  const fix = elements.length === 0 ? origin : [...elements.map(String), origin];
  return { fix, hint: `To allow it as well, set origin to ${showFix(fix)}.` };
}

/** The remedy, in sentences, and other fields of an explanation. */
type Details = Pick<Explanation, 'by' | 'nearest' | 'fix'> & { readonly hint?: string };

function explanation(
  origin: string | undefined,
  allowed: boolean,
  reason: ExplanationReason,
  because: string,
  { hint, ...details }: Details = {},
): Explanation {
  const asked = origin === undefined ? 'a request without Origin' : show(origin);
  const verb = allowed ? 'allowed' : 'refused';
  const start = `${asked[0]?.toUpperCase()}${asked.slice(1)} is ${verb}: ${because}.`;
  return {
    ...{ origin: origin ?? null, allowed, reason },
    summary: `${verb} ${asked}: ${because}`,
    message: hint === undefined ? start : `${start} ${hint}`,
    ...(!allowed &&
      isSerializedOrigin(origin ?? '') && { browserMessage: chromiumMessage(origin ?? '') }),
    ...details,
  };
}

/** https://source.chromium.org/chromium/chromium/src/+/main:third_party/blink/renderer/platform/loader/cors/cors_error_string.cc */
function chromiumMessage(origin: string): string {
  return `Access to fetch at '…' from origin '${origin}' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.`;
}
