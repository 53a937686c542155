// Copies settings, so that the checked value is the one that is used, even if the caller's objects
// change. Recognizes regular expressions by their internal slots, not by properties.

/**
 * Returns a copy of a setting that the caller cannot change. Arrays and expressions are copied,
 * even those of another realm. Values of the wrong type are kept for the linter to report.
 */
export function snapshot(names: readonly string[] | undefined): readonly string[] | undefined;
export function snapshot(setting: unknown): unknown;
export function snapshot(setting: unknown): unknown {
  if (!Array.isArray(setting)) return copyElement(setting);
  // Reads the elements by index, since an array may have its own iterator. A hole becomes
  // undefined, which the linter rejects.
  return Array.from({ length: setting.length }, (_, place) => copyElement(setting[place]));
}

/**
 * Copies a regular expression, even of another realm. The copy is created from the internal slots,
 * so it is unaffected by `compile()`, `lastIndex`, and overridden properties such as `source`,
 * `flags`, `test` and `toString`. All exported functions use only such copies.
 */
function copyElement(element: unknown): unknown {
  try {
    return isExpression(element) ? new RegExp(element) : element;
  } catch {
    // The element's own Symbol.match may throw. What cannot be copied is reported as an object.
    return {};
  }
}

/** Whether a value is a regular expression, even one of another realm. */
export function isExpression(value: unknown): value is RegExp {
  if (typeof value !== 'object' || value === null || value === RegExp.prototype) return false;
  try {
    // The getter reads an internal slot that only regular expressions have.
    Reflect.get(RegExp.prototype, 'source', value);
    return true;
  } catch {
    return false;
  }
}
