// Looks up keys that may be any string.

/** Returns a value of a record by a key that may be any string, such as `constructor`. */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
