import { BoundedMap, remember } from '../memo/bounded-map.ts';
import type { CorsOptions } from './cors-options.ts';
import type { FunctionGuard } from './decision.ts';
import { lintOptions } from './lint/options.ts';
import { copyExpression, isExpression } from './origin-setting.ts';

// With credentials, judges what an origin function answers, and remembers it.

/** A function answers the same few things; more than these are judged again. */
const REMEMBERED_ANSWERS = 500;

/**
 * Judges the answers of an origin function with credentials. Nobody can prove a function at startup,
 * so each answer must be one that could be configured: `true` and a string stand for the origin
 * that asks. Without credentials, every answer may grant.
 */
export function createFunctionGuard(options: CorsOptions): FunctionGuard {
  if (options.credentials !== true) return () => undefined;
  const judged = new BoundedMap<string, string>(REMEMBERED_ANSWERS);
  return (answer, asking) => {
    // Without an origin, only "*" grants anything.
    const setting = answer === true ? (asking ?? false) : answer;
    return remember(judged, keyOf(setting), () => judge(options, setting)) || undefined;
  };
}

/**
 * What keeps an answer from granting are the faults that only credentials bring, and an expression that
 * is too large to be judged.
 */
function judge(options: CorsOptions, setting: unknown): string {
  const asked: Readonly<Record<string, unknown>> = { ...options, origin: setting };
  const without = errorsOf({ ...asked, credentials: false }).map(({ message }) => message);
  const fault = errorsOf(asked).find(
    ({ code, message }) => code === 'regexp-too-slow' || !without.includes(message),
  );
  return fault === undefined
    ? ''
    : `With credentials, the answer of the origin function grants nothing. ${fault.message}`;
}

function errorsOf(options: unknown) {
  return lintOptions(options).filter(({ severity }) => severity === 'error');
}

function keyOf(setting: unknown): string {
  return [setting]
    .flat()
    .map((each) => (isExpression(each) ? String(copyExpression(each)) : JSON.stringify(each)))
    .join();
}
