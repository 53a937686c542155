/**
 * Our own copy of a regular expression, also of one from another realm: neither `compile()` nor a
 * `lastIndex` elsewhere reaches it, nor an overridden `test`.
 */
export function copyPattern(pattern: RegExp): RegExp {
  // The prototype's own getters, as a property of the object could hide them.
  const source: string = Reflect.get(RegExp.prototype, 'source', pattern);
  const flags: string = Reflect.get(RegExp.prototype, 'flags', pattern);
  return new RegExp(source, flags);
}

/**
 * Whether a pattern made by {@link copyPattern} matches. The flags `g` and `y` carry no position
 * from one call to the next; `y` still means "at the beginning", so that it lets in no more.
 */
export function matchesPattern(pattern: RegExp, origin: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(origin);
}
