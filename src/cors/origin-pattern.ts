/**
 * Our own copy of a regular expression, also of one from another realm: neither `compile()` nor a
 * `lastIndex` elsewhere reaches it, nor an overridden `test`. The flag `g` is dropped, as it only
 * serves to carry a position from one call to the next; `y` stays, since without its position it
 * still means "at the beginning", and dropping it would let in more.
 */
export function copyPattern(pattern: RegExp): RegExp {
  // The prototype's own getters, as a property of the object could hide them.
  const source: string = Reflect.get(RegExp.prototype, 'source', pattern);
  const flags: string = Reflect.get(RegExp.prototype, 'flags', pattern);
  return new RegExp(source, flags.replace('g', ''));
}

/** Whether a pattern made by {@link copyPattern} matches; the same answer however often asked. */
export function matchesPattern(pattern: RegExp, origin: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(origin);
}
