import { createContext, Script } from 'node:vm';

// Matches with JavaScript's own engine, within a time limit. A time limit needs a thread, which
// costs more than most matches, so one call tests many strings.

const context = createContext({});
const script = new Script(
  'texts.map((text) => { expression.lastIndex = 0; return expression.test(text); })',
);

/**
 * Tests an expression against strings from their beginning, with JavaScript's own engine. A verdict
 * is `undefined` if its test takes longer than `timeoutMs`, since it may never end.
 */
export function nativeVerdicts(
  expression: RegExp,
  texts: readonly string[],
  timeoutMs = 20,
): readonly (boolean | undefined)[] {
  Object.assign(context, { expression: new RegExp(expression.source, expression.flags), texts });
  try {
    return script.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    if (texts.length === 1) return [undefined];
    return texts.flatMap((text) => nativeVerdicts(expression, [text], timeoutMs));
  }
}

/** Tests an expression against one text. */
export function nativeVerdict(
  expression: RegExp,
  text: string,
  timeoutMs?: number,
): boolean | undefined {
  return nativeVerdicts(expression, [text], timeoutMs)[0];
}
