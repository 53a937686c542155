import type { OriginFault } from '../cors/origin-fault.ts';
import { parseOriginText } from '../cors/origin-text.ts';

// Defines what a setting is, and the types of values. The help is generated from the settings, so
// this file loads nothing that opens files or serves.

/** The parsed value of a string, or why it cannot be parsed. */
export type ParsedText = { readonly value: unknown } | { readonly fault: OriginFault };

/**
 * A type of value: how text is parsed, and which values are accepted. Pure, and independent of
 * other settings.
 */
export interface ValueType<Value> {
  /** The type of the option in TypeScript. */
  readonly typeText: string;
  /** Parses the text of a flag or variable. A string in the wrong form is returned unchanged. */
  readonly parse: (text: string) => ParsedText;
  readonly accepts: (value: unknown) => value is Value;
  /** Checks an element. Only lists have this. */
  readonly acceptsElement?: (element: unknown) => boolean;
}

/** One setting: everything about it that does not depend on other settings. */
export interface Setting<Value = unknown> {
  /** The flag's value in the help, in square brackets if the flag may be given without a value. */
  readonly placeholder: string;
  /**
   * The value if the flag is given without one, as in `--x`, and neither the variable nor the
   * configuration file has a value.
   */
  readonly bareValue?: Value;
  /** The environment variable. If absent, it is named like the option: `FOOD_KEY` for `key`. */
  readonly variable?: string;
  readonly type: ValueType<Value>;
  /** The accepted values in words, as they follow "Use" in messages. */
  readonly values: string;
  /** The value if the setting is not set. If absent, the value is then `undefined`. */
  readonly default?: Value;
  /** The default in words. If absent, the value itself is shown. */
  readonly defaultText?: string;
  /**
   * Whether the value may be a path. In a configuration file, it is relative to the file's folder.
   */
  readonly isPath?: true;
  /**
   * Whether the value may contain a password. If so, a variable with the suffix `_FILE` names a
   * file that contains the value.
   */
  readonly isSecret?: true;
  /** The purpose of the setting, for the help: a phrase without a period. */
  readonly description: string;
  /** Further sentences for the option's comment in TypeScript. */
  readonly remarks?: string;
}

/** The settings of a group, by option name. */
export type SettingGroup = Readonly<Record<string, Setting>>;

/** The type of a setting's value. */
export type ValueOf<Row> = Row extends { readonly type: ValueType<infer Value> } ? Value : never;

function typeOf<Value>(
  typeText: string,
  accepts: (value: unknown) => value is Value,
  parse = (text: string): ParsedText => ({ value: text }),
): ValueType<Value> {
  return { typeText, accepts, parse };
}

/** Returns the type of a whole number from `min` to `max`. */
export function integer(min: number, max: number): ValueType<number> {
  const accepts = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
  const parse = (text: string) => ({ value: /^-?\d+$/.test(text) ? Number(text) : text });
  return typeOf('number', accepts, parse);
}

/** Returns the properties shared by all settings in whole seconds. */
export function seconds(min: number, max: number) {
  return {
    placeholder: '<seconds>',
    type: integer(min, max),
    values: `a whole number of seconds from ${min} to ${max}`,
  } as const;
}

/** Returns the type of a whole number from `min` to `max`, or `auto`. */
export function integerOrAuto(min: number, max: number): ValueType<number | 'auto'> {
  const { accepts, parse } = integer(min, max);
  return typeOf("number | 'auto'", (value) => value === 'auto' || accepts(value), parse);
}

/** Returns the type of strings that match; by default, of all non-empty strings. */
export function text(form = /./s): ValueType<string> {
  return textMatching((value) => form.test(value));
}

export function textMatching(isRight: (text: string) => boolean): ValueType<string> {
  return typeOf('string', (value): value is string => typeof value === 'string' && isRight(value));
}

/** Returns the type whose values are exactly these strings. */
export function choice<const Choice extends string>(among: readonly Choice[]): ValueType<Choice> {
  const typeText = among.map((one) => `'${one}'`).join(' | ');
  return typeOf(typeText, (value): value is Choice => among.some((one) => one === value));
}

export const BOOLEAN: ValueType<boolean> = {
  typeText: 'boolean',
  parse: (value) => ({ value: value === 'true' ? true : value === 'false' ? false : value }),
  accepts: (value): value is boolean => typeof value === 'boolean',
};

/** Returns the type of a list of names. As text, they are separated by commas. */
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

/** The type of `origin`. Accepts anything, since the policy engine itself checks it. */
export const ORIGIN: ValueType<unknown> = {
  typeText: 'OriginSetting',
  parse: (value) => {
    const parsed = parseOriginText(value);
    return 'fault' in parsed ? parsed : { value: parsed.setting };
  },
  accepts: (value): value is unknown => value !== undefined,
};
