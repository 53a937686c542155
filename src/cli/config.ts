import { stdout } from 'node:process';
import pc from 'picocolors';
import { withoutPassword } from '../catalog/database-error.ts';
import { type ConfigurationSources, listSettings, readConfiguration } from './configuration.ts';
import { writeJson } from './json-output.ts';

/**
 * Prints every setting: what is in force, and which flag, variable or file it comes from. Then
 * checks them as `serve` would.
 *
 * @throws ConfigurationError with every fault at once
 */
export async function printConfiguration(
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<void> {
  const settings = (await listSettings(sources)).map(({ path, given, defaultText }) => ({
    setting: path,
    value: given === undefined ? defaultText : valueText(given.value),
    from: given?.from ?? 'default',
  }));
  if (isJson) writeJson(settings);
  else writeLines(settings);
  const { database } = await readConfiguration(sources);
  await database.open();
  await database.close();
}

interface Line {
  readonly setting: string;
  readonly value: string;
  readonly from: string;
}

function writeLines(settings: readonly Line[]): void {
  const width = Math.max(...settings.map(({ setting }) => setting.length));
  for (const { setting, value, from } of settings) {
    const line = `${setting.padEnd(width)}  ${value}  ${pc.dim(`(${from})`)}`;
    stdout.write(`${from === 'default' ? pc.dim(line) : line}\n`);
  }
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return withoutPassword(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return String(value);
}
