import { cwd, env } from 'node:process';
import { type Command, Option } from 'commander';
import {
  CONFIG_FILE,
  defaultText,
  type GroupName,
  SETTINGS,
  valuesText,
} from '../settings/settings.ts';
import type { ConfigurationSources } from './gather-options.ts';

/** Gives a command the flags of the settings of a group, or of all. */
export function withSettingFlags(command: Command, only?: GroupName): Command {
  for (const setting of SETTINGS) {
    if (only !== undefined && setting.group !== only) continue;
    const { group, flag, placeholder, variable, description } = setting;
    command.addOption(
      new Option(
        `--${flag} ${placeholder}`,
        `${description} (${valuesText(setting)}; ${variable}; default: ${defaultText(setting)})`,
      ).helpGroup(`${group}:`),
    );
  }
  const { flag, placeholder, variable, description, defaultNames } = CONFIG_FILE;
  return command.addOption(
    new Option(
      `--${flag} ${placeholder}`,
      `${description} (${variable}; default: ${defaultNames.join(', ')}, if found)`,
    ),
  );
}

/** The sources of a command's configuration: its flags, the environment and the current folder. */
export function sourcesOf(command: Command): ConfigurationSources {
  const values = command.opts<Record<string, string | true | undefined>>();
  const flags = Object.fromEntries(
    // A flag given alone is `true`.
    command.options.map((option) => [option.name(), values[option.attributeName()]?.toString()]),
  );
  return { flags, env, folder: cwd() };
}
