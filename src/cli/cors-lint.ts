import { stdout } from 'node:process';
import pc from 'picocolors';
import type { OriginFault } from '../cors/index.ts';
import { ConfigurationError } from '../settings/configuration-error.ts';
import { examineCors } from './configuration.ts';
import { ExitCode } from './exit-code.ts';
import type { ConfigurationSources } from './gather-options.ts';
import { toUnusableFault, writeJson } from './json-output.ts';

/** Prints the errors and warnings in the `cors` options that the sources give. */
export async function corsLint(sources: ConfigurationSources, isJson: boolean): Promise<number> {
  const faults = await lint(sources, isJson);
  if (isJson) writeJson(faults);
  else stdout.write(faultsText(faults));
  return faults.some(({ severity }) => severity === 'error') ? ExitCode.failure : ExitCode.success;
}

async function lint(
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

function faultsText(faults: readonly OriginFault[]): string {
  if (faults.length === 0) return `${pc.green('✓')} No errors and no warnings.\n`;
  const lines = faults.map(({ severity, code, message }) => {
    const mark = severity === 'error' ? pc.red('✗ error') : pc.yellow('! warning');
    return `${mark} ${pc.dim(`[${code}]`)} ${message}\n`;
  });
  return lines.join('');
}
