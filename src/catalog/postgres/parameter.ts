// The error for a parameter of a PostgreSQL address that takes one of several values.

/** The value of a parameter of an address; `undefined` where it is not given or empty. */
export type Get = (key: string) => string | undefined;

/** Throws an error that names the address and this reason. */
export type Refuse = (reason: string) => never;

/** A parameter that takes one of these values. */
export function oneOf<T extends string>(
  values: readonly T[],
  key: string,
  get: Get,
  refuse: Refuse,
): T | undefined {
  const text = get(key);
  if (text === undefined) return undefined;
  const value = values.find((one) => one === text);
  return value ?? refuse(`its ${key} ${JSON.stringify(text)} is not one of ${values.join(', ')}.`);
}
