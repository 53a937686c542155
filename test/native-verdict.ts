import { createContext, Script } from 'node:vm';

// Matches with JavaScript's own engine, within a time limit.

const context = createContext({});
const script = new Script('expression.test(text)');

/**
 * Tests an expression against a text from its beginning, with JavaScript's own engine; `undefined`
 * if that takes longer than `timeoutMs`, since it may never end.
 */
export function nativeVerdict(
  expression: RegExp,
  text: string,
  timeoutMs = 20,
): boolean | undefined {
  Object.assign(context, { expression: new RegExp(expression.source, expression.flags), text });
  try {
    return script.runInContext(context, { timeout: timeoutMs }) === true;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
