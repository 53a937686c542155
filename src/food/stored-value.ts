/** A value as the database holds it. Integers beyond 2^53 come as `bigint`, so no digit is lost. */
export type StoredValue = string | number | bigint | null;
