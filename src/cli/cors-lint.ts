import { stdout } from 'node:process';
import pc from 'picocolors';
import { lintOrigin, type OriginFault, parseOriginText } from '../cors/index.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { examineCors } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import type { ConfigurationSources } from './gather-options.ts';
import { toUnusableFault, writeJson } from './json-output.ts';

/** Errors and warnings in a setting given as text, or in the current `cors` options. */
export async function corsLint(
  text: string | undefined,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const faults = text === undefined ? await currentFaults(sources, isJson) : lintText(text);
  if (isJson) writeJson(faults);
  else stdout.write(faultsText(faults));
  return faults.some(({ severity }) => severity === 'error') ? ExitCode.failure : ExitCode.success;
}

async function currentFaults(
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<readonly OriginFault[]> {
  try {
    return (await examineCors(sources)).faults;
  } catch (error) {
    if (isJson && error instanceof ConfigurationError) writeJson(error.faults.map(toUnusableFault));
    throw error;
  }
}

function lintText(text: string): readonly OriginFault[] {
  const parsed = parseOriginText(text);
  return 'fault' in parsed ? [parsed.fault] : lintOrigin(parsed.setting);
}

function faultsText(faults: readonly OriginFault[]): string {
  if (faults.length === 0) return `${pc.green('✓')} No errors and no warnings.\n`;
  const lines = faults.map(({ severity, code, message }) => {
    const mark = severity === 'error' ? pc.red('✗ error') : pc.yellow('! warning');
    return `${mark} ${pc.dim(`[${code}]`)} ${message}\n`;
  });
  return lines.join('');
}
