// Copies of settings: what is judged is what decides, whatever becomes of the objects given.

/**
 * A copy of a setting that the caller cannot change: arrays and expressions are copied, also those
 * of another realm. Values of a wrong type stay as they are, for the linter to report.
 */
export function snapshot(names: readonly string[] | undefined): readonly string[] | undefined;
export function snapshot(setting: unknown): unknown;
export function snapshot(setting: unknown): unknown {
  if (!Array.isArray(setting)) return copyElement(setting);
  // By index, since an array may have an iterator of its own. A hole becomes undefined, which the
  // linter refuses.
  return Array.from({ length: setting.length }, (_, place) => copyElement(setting[place]));
}

function copyElement(element: unknown): unknown {
  return isExpression(element) ? copyExpression(element) : element;
}

/**
 * Our own copy of a regular expression, also of one from another realm: neither `compile()` nor a
 * `lastIndex` elsewhere reaches it, nor properties of the object that say something else, such as
 * `source`, `flags`, `test` and `toString`. Everything that is exported works on copies alone.
 */
function copyExpression(expression: RegExp): RegExp {
  // The prototype's own getters read the internal slots; its `flags` would ask the object.
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
