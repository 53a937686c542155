import { stdout } from 'node:process';
import pc from 'picocolors';
import { withoutPassword } from '../../catalog/database-error.ts';
import { isOptionsObject } from '../../errors/shown-value.ts';
import { effectiveCorsOptions } from '../../settings/check-cors.ts';
import { readValues } from '../../settings/read-values.ts';
import { defaultText, SETTINGS } from '../../settings/settings.ts';
import { writeJson } from '../output.ts';
import { readConfiguration } from './configuration.ts';
import { type ConfigurationSources, gatherOptions, valueAt } from './gather-options.ts';

// `food-lookup config`: prints every setting, its value, and its source.

/**
 * Prints every setting: the effective value, and which flag, variable or file it comes from. Then
 * checks them as `serve` would.
 *
 * @throws ConfigurationError with all faults
 */
export async function printConfiguration(
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<void> {
  const settings = await listSettings(sources);
  if (isJson) writeJson(settings.map(({ path, value, from }) => ({ setting: path, value, from })));
  else writeLines(settings);
  const { settings: checked, database } = await readConfiguration(sources);
  if (!checked.follow) await database.open();
  await database.close();
}

type ShownSetting = Awaited<ReturnType<typeof listSettings>>[number];

/**
 * Lists every setting as given, even if it is invalid: its value for JSON (null if there is none)
 * and as text, and where it comes from.
 */
async function listSettings(sources: ConfigurationSources) {
  const { options, from } = await gatherOptions(sources);
  return SETTINGS.map((setting) => {
    const { path } = setting;
    const given = valueAt(options, path.split('.'));
    if (given !== undefined) {
      const value = shownValue(given);
      return { path, value, text: textOf(value), from: from(path) ?? 'default' };
    }
    if (path === 'cors.origin') {
      const origin = defaultOrigin(options);
      return { path, value: origin, text: textOf(origin), from: 'default' };
    }
    return { path, value: setting.default ?? null, text: defaultText(setting), from: 'default' };
  });
}

/** Returns the default origin; null if it is unknown. */
function defaultOrigin(options: unknown): unknown {
  if (!isOptionsObject(options)) return null;
  const effective = effectiveCorsOptions(options.cors, readValues(options).values);
  return 'options' in effective ? effective.options.origin : null;
}

/** Converts a value for JSON, without passwords. */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutPassword(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(shownValue);
  return typeof value === 'function' ? 'a function' : String(value);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function writeLines(settings: readonly ShownSetting[]): void {
  const width = Math.max(...settings.map(({ path }) => path.length));
  for (const { path, text, from } of settings) {
    const line = `${path.padEnd(width)}  ${text}  ${pc.dim(`(${from})`)}`;
    stdout.write(`${from === 'default' ? pc.dim(line) : line}\n`);
  }
}
