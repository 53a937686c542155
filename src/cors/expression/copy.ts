/**
 * Our own copy of a regular expression, also of one from another realm: neither `compile()` nor a
 * `lastIndex` elsewhere reaches it, nor an overridden `test`.
 */
export function copyExpression(expression: RegExp): RegExp {
  // The prototype's own getters, as a property of the object could hide them.
  const source: string = Reflect.get(RegExp.prototype, 'source', expression);
  const flags: string = Reflect.get(RegExp.prototype, 'flags', expression);
  return new RegExp(source, flags);
}

/** Whether a value is a regular expression, also one of another realm. */
export function isExpression(value: unknown): value is RegExp {
  if (typeof value !== 'object' || value === null || value === RegExp.prototype) return false;
  try {
    // The getter reads an internal slot that only expressions have.
    Reflect.get(RegExp.prototype, 'source', value);
    return true;
  } catch {
    return false;
  }
}
