import type { RawValue } from '../record-source.ts';

// Which JSON values can be a name or an amount.

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of JSON that can be a name or an amount; `undefined` for objects, arrays and booleans. */
export function scalar(value: unknown): RawValue {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
