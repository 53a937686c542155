import type { OriginFault } from '../cors/origin-fault.ts';
import { parseOriginText } from '../cors/origin-text.ts';

// The types of settings: how the text of a flag or variable becomes a number, a boolean, a list, origins.
// The help of the command line is made from the settings: this file loads nothing that checks them
// together, opens files or serves.

/** The value of a text, or why the text has none. */
export type ParsedText = { readonly value: unknown } | { readonly fault: OriginFault };

/** A kind of value: how text becomes one, and which values are. Pure, and of one value alone. */
export interface ValueType<Value> {
  /** The type of the option, as TypeScript writes it. */
  readonly typeText: string;
  /** The text of a flag or variable as a value. What is not in the right form stays text. */
  readonly parse: (text: string) => ParsedText;
  readonly accepts: (value: unknown) => value is Value;
  /** Only for lists: tells which elements are wrong. */
  readonly acceptsElement?: (element: unknown) => boolean;
}

/** One setting. Everything about it that does not depend on other settings is in its row. */
export interface Setting<Value = unknown> {
  /** The flag, without its dashes. */
  readonly flag: string;
  /** The flag's value in the help; in square brackets where the flag may be given alone. */
  readonly placeholder: string;
  /** What the flag given alone stands for where no variable or file says more. Default: true. */
  readonly alone?: Value;
  /** The environment variable. */
  readonly variable: string;
  readonly type: ValueType<Value>;
  /** The values in words, as they follow "Use". */
  readonly values: string;
  /** What applies where it is not set. None: the setting is then `undefined`. */
  readonly default?: Value;
  /** The default in words. Default: the value itself. */
  readonly defaultText?: string;
  /** It is a path, or may be one: in a configuration file, relative to the folder of the file. */
  readonly isPath?: true;
  /** It may hold a password: a variable whose name ends in `_FILE` names a file that holds it. */
  readonly isSecret?: true;
  /** What it sets, as the help says it: a phrase without a period. */
  readonly description: string;
  /** Further sentences for the comment of the option in TypeScript. */
  readonly remarks?: string;
}

/** The settings of a group, by their keys in the options. */
export type SettingGroup = Readonly<Record<string, Setting>>;

/** The type of a setting's value. */
export type ValueOf<Row> = Row extends { readonly type: ValueType<infer Value> } ? Value : never;

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): ValueType<number> {
  return {
    typeText: 'number',
    parse: parseInteger,
    accepts: (value): value is number => isIntegerWithin(value, min, max),
  };
}

/** A whole number from `min` to `max`, or `auto`. */
export function integerOrAuto(min: number, max: number): ValueType<number | 'auto'> {
  return {
    typeText: "number | 'auto'",
    parse: parseInteger,
    accepts: (value): value is number | 'auto' =>
      value === 'auto' || isIntegerWithin(value, min, max),
  };
}

/** Any text of a form; by default, any but the empty one. */
export function text(form = /./s): ValueType<string> {
  return textThat((value) => form.test(value));
}

export function textThat(isRight: (text: string) => boolean): ValueType<string> {
  return {
    typeText: 'string',
    parse: (value) => ({ value }),
    accepts: (value): value is string => typeof value === 'string' && isRight(value),
  };
}

/** One of some texts. */
export function choice<const Choice extends string>(among: readonly Choice[]): ValueType<Choice> {
  return {
    typeText: among.map((one) => `'${one}'`).join(' | '),
    parse: (value) => ({ value }),
    accepts: (value): value is Choice => among.some((one) => one === value),
  };
}

export const BOOLEAN: ValueType<boolean> = {
  typeText: 'boolean',
  parse: (value) => ({ value: value === 'true' ? true : value === 'false' ? false : value }),
  accepts: (value): value is boolean => typeof value === 'boolean',
};

/** A list of names. As text, they are separated by commas. */
export function names(
  isRight: (name: string) => boolean = () => true,
): ValueType<readonly string[]> {
  const acceptsElement = (name: unknown) => typeof name === 'string' && isRight(name);
  return {
    typeText: 'readonly string[]',
    parse: (value) => ({ value: value.split(',').map((name) => name.trim()) }),
    accepts: (value): value is readonly string[] =>
      Array.isArray(value) && value.every(acceptsElement),
    acceptsElement,
  };
}

/** Whatever the policy engine takes as `origin`: the engine itself checks it. */
export const ORIGIN: ValueType<unknown> = {
  typeText: 'OriginSetting',
  parse: (value) => {
    const parsed = parseOriginText(value);
    return 'fault' in parsed ? parsed : { value: parsed.setting };
  },
  accepts: (value): value is unknown => value !== undefined,
};

function parseInteger(text: string): ParsedText {
  return { value: /^-?\d+$/.test(text) ? Number(text) : text };
}

function isIntegerWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
