import { stdout } from 'node:process';
import pc from 'picocolors';
import { describeOrigin } from '../../cors/index.ts';
import { ConfigurationError } from '../../settings/configuration-error.ts';
import { type ExaminedCors, examineCors } from '../configuration/configuration.ts';
import type { ConfigurationSources } from '../configuration/gather-options.ts';
import { ExitCode, toUnusableFault, writeJson } from '../output.ts';

// `food-lookup cors lint`: prints what is wrong with the `cors` options, and whom they let in.

/** Prints the errors and warnings in the `cors` options that the sources give, and whom they let in. */
export async function corsLint(sources: ConfigurationSources, isJson: boolean): Promise<number> {
  const { faults, origin } = await lint(sources, isJson);
  const isRefused = faults.some(({ severity }) => severity === 'error');
  if (isJson) writeJson(faults);
  else stdout.write(faultsText(faults) + (isRefused ? '' : letsInText(origin)));
  return isRefused ? ExitCode.failure : ExitCode.success;
}

async function lint(sources: ConfigurationSources, isJson: boolean): Promise<ExaminedCors> {
  try {
    return await examineCors(sources);
  } catch (error) {
    if (isJson && error instanceof ConfigurationError) writeJson(error.faults.map(toUnusableFault));
    throw error;
  }
}

/** Whom a setting lets in; nothing where it has no part that lets in anybody. */
export function letsInText(origin: unknown): string {
  const phrases = describeOrigin(origin);
  return phrases.length === 0 ? '' : `  ${pc.dim('Lets in:')} ${phrases.join('; ')}.\n`;
}

function faultsText(faults: ExaminedCors['faults']): string {
  if (faults.length === 0) return `${pc.green('✓')} No errors and no warnings.\n`;
  const lines = faults.map(({ severity, code, message }) => {
    const mark = severity === 'error' ? pc.red('✗ error') : pc.yellow('! warning');
    return `${mark} ${pc.dim(`[${code}]`)} ${message}\n`;
  });
  return lines.join('');
}
