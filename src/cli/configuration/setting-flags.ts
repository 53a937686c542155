import { cwd, env } from 'node:process';
import { type Command, Option } from 'commander';
import {
  CONFIG_FILE,
  defaultText,
  type GroupName,
  type OptionKey,
  SETTINGS,
  valuesText,
} from '../../settings/settings.ts';
import type { ConfigurationSources } from './gather-options.ts';

// Adds flags for settings to a command, with their groups and help in `--help`.

/** The settings for commands that read the foods once. */
export const FOOD_SOURCE: readonly OptionKey[] = ['database', 'table', 'key', 'names', 'wait'];

/** Adds flags to a command for a group of settings, for the named settings, or for all. */
export function withSettingFlags(
  command: Command,
  only?: GroupName | readonly OptionKey[],
): Command {
  for (const setting of SETTINGS) {
    const names: readonly (string | undefined)[] = [only].flat();
    if (only !== undefined && !names.includes(setting.group) && !names.includes(setting.path)) {
      continue;
    }
    const { group, flag, placeholder, variable, description } = setting;
    command.addOption(
      new Option(
        `--${flag} ${placeholder}`,
        `${description} (${valuesText(setting)}; ${variable}; default: ${defaultText(setting)})`,
      ).helpGroup(`${group}:`),
    );
  }
  const { flag, placeholder, variable, description, defaultNames } = CONFIG_FILE;
  return command
    .addOption(
      new Option(
        `--${flag} ${placeholder}`,
        `${description} (${variable}; default: ${defaultNames.join(', ')}, if found)`,
      ),
    )
    .configureOutput({ outputError: (text, write) => write(withVariablesKnown(text)) });
}

/**
 * Improves the suggestions in commander's message for an unknown flag. For `--cors`, commander
 * would suggest `--port`; for `--cors-origin`, nothing. The user means `--origin`, whose variable
 * is CORS_ORIGIN.
 */
function withVariablesKnown(text: string): string {
  const [error = '', name] = /^error: unknown option '--([\w-]+)'/.exec(text) ?? [];
  if (name === undefined) return text;
  const variable = name.replaceAll('-', '_').toUpperCase();
  const meant = SETTINGS.filter((setting) => `${setting.variable}_`.startsWith(`${variable}_`));
  const flags = meant.map(({ flag }) => `--${flag}`).join(', ');
  return meant.length === 0 ? text : `${error}\n(Did you mean ${flags}?)\n`;
}

/**
 * Returns the sources of a command's configuration: its flags, the environment and the current
 * folder.
 *
 * @param instead flags whose values the command itself sets
 */
export function sourcesOf(
  command: Command,
  instead: ConfigurationSources['flags'] = {},
): ConfigurationSources {
  const values = command.opts<Record<string, string | true | undefined>>();
  const flags = Object.fromEntries(
    // A flag without a value is `true`.
    command.options.map((option) => [option.name(), values[option.attributeName()]?.toString()]),
  );
  return { flags: { ...flags, ...instead }, env, folder: cwd() };
}
