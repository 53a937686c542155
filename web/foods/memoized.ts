// Memoizes a function's last result.

/** Memoizes the last result of `make` for as long as `partsOf` returns the same parts. */
export function memoized<Input, Value>(
  make: (input: Input) => Value,
  partsOf: (input: Input) => readonly unknown[],
): (input: Input) => Value {
  let last: { parts: readonly unknown[]; value: Value } | undefined;
  return (input) => {
    const parts = partsOf(input);
    if (last === undefined || parts.some((part, i) => part !== last?.parts[i]))
      last = { parts, value: make(input) };
    return last.value;
  };
}
