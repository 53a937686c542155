import { InterfaceError } from '../interface.ts';

// Reads the arguments of a tool: checks their types, and words the errors.

export type ToolArguments = Readonly<Record<string, unknown>>;

/** @throws InterfaceError if the argument is not a string */
export function textIn(given: ToolArguments, name: string): string | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new InterfaceError(`\`${name}\` must be a string`);
}

/** @throws InterfaceError if the argument is not a list of strings */
export function textsIn(given: ToolArguments, name: string): readonly string[] | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  if (Array.isArray(value) && texts.length === value.length) return texts;
  throw new InterfaceError(`\`${name}\` must be a list of strings`);
}

/** @throws InterfaceError if the argument is not a whole number from 1 to `most` */
export function integerIn(given: ToolArguments, name: string, most: number): number | undefined {
  const value = given[name] ?? undefined;
  if (value === undefined) return undefined;
  const number = Number.isInteger(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InterfaceError(`\`${name}\` must be a whole number from 1 to ${most}`);
}
