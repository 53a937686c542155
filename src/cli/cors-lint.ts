import { stdout } from 'node:process';
import pc from 'picocolors';
import { lintOrigin, type OriginFault, parseOriginText } from '../cors/index.ts';
import { type ConfigurationSources, examineCors } from './configuration.ts';
import { ExitCode } from './exit-code.ts';

/** Everything wrong or doubtful in a setting, given as text, or in the `cors` options in force. */
export async function corsLint(
  text: string | undefined,
  sources: ConfigurationSources,
  isJson: boolean,
): Promise<number> {
  const faults = text === undefined ? (await examineCors(sources)).faults : lintText(text);
  stdout.write(isJson ? `${JSON.stringify(faults, undefined, 2)}\n` : faultsText(faults));
  return faults.some(({ severity }) => severity === 'error') ? ExitCode.failure : ExitCode.success;
}

function lintText(text: string): readonly OriginFault[] {
  const parsed = parseOriginText(text);
  return 'fault' in parsed ? [parsed.fault] : lintOrigin(parsed.setting);
}

function faultsText(faults: readonly OriginFault[]): string {
  if (faults.length === 0) return `${pc.green('✓')} Nothing is wrong, nothing doubtful.\n`;
  const lines = faults.map(({ severity, code, message }) => {
    const mark = severity === 'error' ? pc.red('✗ error') : pc.yellow('! warning');
    return `${mark} ${pc.dim(`[${code}]`)} ${message}\n`;
  });
  return lines.join('');
}
