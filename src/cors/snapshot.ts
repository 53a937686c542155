// Copies settings, so that the value checked is the one that decides, even if the caller's objects
// change.

/**
 * Returns a copy of a setting that the caller cannot change: arrays and expressions are copied,
 * even those of another realm. Values of a wrong type are kept for the linter to report.
 */
export function snapshot(names: readonly string[] | undefined): readonly string[] | undefined;
export function snapshot(setting: unknown): unknown;
export function snapshot(setting: unknown): unknown {
  if (!Array.isArray(setting)) return copyElement(setting);
  // By index, since an array may have its own iterator. A hole becomes undefined, which the linter
  // rejects.
  return Array.from({ length: setting.length }, (_, place) => copyElement(setting[place]));
}

function copyElement(element: unknown): unknown {
  return isExpression(element) ? copyExpression(element) : element;
}

/**
 * Copies a regular expression, even of another realm. The copy is unaffected by `compile()`, by
 * `lastIndex`, and by properties of the object that lie, such as `source`, `flags`, `test` and
 * `toString`. Everything exported works only on copies.
 */
function copyExpression(expression: RegExp): RegExp {
  // The prototype's own getters read the internal slots; its `flags` getter would read the object's
  // properties.
  const source: string = Reflect.get(RegExp.prototype, 'source', expression);
  const flags = FLAGS.filter(([, name]) => Reflect.get(RegExp.prototype, name, expression));
  return new RegExp(source, flags.map(([flag]) => flag).join(''));
}

const FLAGS = [
  ['d', 'hasIndices'],
  ['g', 'global'],
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['u', 'unicode'],
  ['v', 'unicodeSets'],
  ['y', 'sticky'],
] as const;

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
