// A function that remembers its last value.

/** A function that remembers its last value as long as its inputs are the same. */
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
