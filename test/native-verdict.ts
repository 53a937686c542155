import { createContext, Script } from 'node:vm';

// What JavaScript's own engine says of an expression and a text, within a time limit.

const context = createContext({});
const script = new Script('expression.test(text)');

/**
 * What JavaScript's own engine says of an expression and a text, from the text's beginning;
 * `undefined` where it takes longer than `timeoutMs`, as it may never end.
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
