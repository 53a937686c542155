import { CORS_SETTINGS } from './rows/cors.ts';
import { FOOD_SETTINGS } from './rows/foods.ts';
import { OPERATION_SETTINGS } from './rows/operation.ts';
import { PAGE_SETTINGS, SERVER_SETTINGS } from './rows/server.ts';
import type { Setting, ValueOf } from './setting-types.ts';

// Lists all settings and their groups. Flags, variables, help, checks, types and documents are
// generated from this list. It imports neither the checks nor the server, so that `--help` is fast.

/** The top-level settings. */
export const OPTION_SETTINGS = {
  ...SERVER_SETTINGS,
  ...FOOD_SETTINGS,
  ...PAGE_SETTINGS,
  ...OPERATION_SETTINGS,
} as const;

/** The top-level settings, and `cors`, which contains others. */
export type OptionKey = keyof typeof OPTION_SETTINGS | 'cors';

type Rows = typeof OPTION_SETTINGS;

/** The values of all settings, with defaults filled in. */
export type SettingValues = {
  readonly [Key in keyof Rows]: Rows[Key] extends { readonly default: unknown }
    ? ValueOf<Rows[Key]>
    : ValueOf<Rows[Key]> | undefined;
};

const GROUPS = {
  Server: SERVER_SETTINGS,
  Foods: FOOD_SETTINGS,
  Page: PAGE_SETTINGS,
  CORS: CORS_SETTINGS,
  Operation: OPERATION_SETTINGS,
} as const;

/** The heading of a setting in the help and the documentation. */
export type GroupName = keyof typeof GROUPS;

/** A setting, with its group and its names. */
export interface ListedSetting extends Setting {
  readonly group: GroupName;
  /** The setting's path in the options and in a configuration file: `port`, `cors.origin`. */
  readonly path: string;
  /** The flag, without leading dashes: `drain-delay` for `drainDelaySeconds`. */
  readonly flag: string;
  readonly variable: string;
}

/** Every setting, in the order of the help. */
export const SETTINGS: readonly ListedSetting[] = [
  ...listed('Server'),
  ...listed('Foods', 'FOOD_'),
  ...listed('Page'),
  ...listed('CORS', 'CORS_', 'cors.'),
  ...listed('Operation'),
];

function listed(group: GroupName, prefix = '', pathPrefix = ''): ListedSetting[] {
  const rows: Readonly<Record<string, Setting>> = GROUPS[group];
  const words = (key: string) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.entries(rows).map(([key, row]) => ({
    ...row,
    group,
    path: `${pathPrefix}${key}`,
    flag: words(key.replace(/Seconds$/, '')),
    variable: row.variable ?? prefix + words(key).replaceAll('-', '_').toUpperCase(),
  }));
}

/** Describes the values of a setting as flags and variables take them. */
export function valuesText({ values, type }: Setting): string {
  return type.acceptsElement === undefined ? values : `${values}, separated by commas`;
}

/** Describes the value that applies if a setting is not set. */
export function defaultText({ default: value, defaultText = String(value) }: Setting): string {
  return defaultText;
}

/** The flag and variable that name the configuration file. A file cannot name another one. */
export const CONFIG_FILE = {
  flag: 'config',
  placeholder: '<path>',
  variable: 'FOOD_LOOKUP_CONFIG',
  description: 'configuration file',
  defaultNames: ['food-lookup.config.mjs', 'food-lookup.config.js', 'food-lookup.config.json'],
} as const;
