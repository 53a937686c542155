// Compares texts by code points, as UTF-8 orders them.

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/** Below, at or above 0 as `a` comes before, is or follows `b` in the order of code points, as in UTF-8. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  return placeOf(a.charCodeAt(at)) - placeOf(b.charCodeAt(at));
}

/** Surrogates stand for code points beyond all other units. */
function placeOf(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}
